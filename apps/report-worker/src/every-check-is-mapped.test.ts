import { isRemark } from '@palisade/compliance/remarks';
import { lookedFor } from '@palisade/scanner/check';
import { ALL_CHECKS } from '@palisade/scanner/checks/all';
import { expect, it } from 'vitest';

it('a check that can find an issue or make a remark names what it looks for, and one that cannot names nothing', () => {
  for (const check of ALL_CHECKS) {
    const harmless = Object.entries(check.outcomes).every(
      ([outcome, { status }]) => status === 'good' && !isRemark({ id: check.id, outcome, status }),
    );
    expect(lookedFor(check).length > 0, check.id).toBe(!harmless);
  }
});
