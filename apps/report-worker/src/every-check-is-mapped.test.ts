import { lookedFor } from '@palisade/scanner/check';
import { ALL_CHECKS } from '@palisade/scanner/checks/all';
import { expect, it } from 'vitest';

it('a check that can find an issue names what it looks for, and one that cannot names nothing', () => {
  for (const check of ALL_CHECKS) {
    const harmless = Object.values(check.outcomes).every(({ status }) => status === 'good');
    expect(lookedFor(check).length > 0, check.id).toBe(!harmless);
  }
});
