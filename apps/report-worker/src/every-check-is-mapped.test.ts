import { WEAKNESSES } from '@palisade/compliance/weaknesses';
import { lookedFor } from '@palisade/scanner/check';
import { ALL_CHECKS } from '@palisade/scanner/checks/all';
import { expect, it } from 'vitest';

it('a check that can find an issue names what it looks for, and one that cannot names nothing', () => {
  for (const check of ALL_CHECKS) {
    const harmless = Object.values(check.outcomes).every(({ status }) => status === 'good');
    expect(lookedFor(check).length > 0, check.id).toBe(!harmless);
  }
});

it('a check and its weaknesses name the same CWE', () => {
  const apart = ALL_CHECKS.flatMap((check) => {
    const mapped = lookedFor(check).map((name) => WEAKNESSES[name].cwe?.id ?? null);
    return mapped.length === 0 || mapped.includes(check.cwe)
      ? []
      : [`${check.id}: CWE ${check.cwe}, mapped to ${mapped.join(', ')}`];
  });
  expect(apart).toEqual([]);
});
