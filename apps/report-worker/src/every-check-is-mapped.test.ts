import { isRemark } from '@palisade/report/remarks';
import { lookedFor } from '@palisade/scanner/check';
import { ALL_CHECKS } from '@palisade/scanner/checks/all';
import { expect, it } from 'vitest';

it('every check with an issue or a remark has weaknesses, and no other check has any', () => {
  for (const check of ALL_CHECKS) {
    const harmless = Object.entries(check.outcomes).every(
      ([outcome, { status }]) => status === 'good' && !isRemark({ id: check.id, outcome, status }),
    );
    expect(lookedFor(check).length > 0, check.id).toBe(!harmless);
  }
});
