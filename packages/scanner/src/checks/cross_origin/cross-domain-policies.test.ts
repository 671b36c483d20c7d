import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import crossDomainPolicies from './cross-domain-policies.ts';

it.each([
  ['all', 'all'],
  ['ALL', 'all'],
  ['none', 'good'],
  ['master-only', 'good'],
  ['None', 'good'],
  ['nosniff', 'unknown_value'],
  ['', 'unknown_value'],
])('%s', (value, outcome) => {
  expect(judged(crossDomainPolicies, { headers: [['X-Permitted-Cross-Domain-Policies', value]] })?.outcome).toBe(
    outcome,
  );
});

it('has no finding without the header', () => {
  expect(judged(crossDomainPolicies)).toBeNull();
});
