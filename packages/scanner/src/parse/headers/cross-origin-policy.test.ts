import fc from 'fast-check';
import { expect, it } from 'vitest';
import { latin1 } from '../../../test/latin1.ts';
import { crossOriginPolicies, integrityPolicy } from './cross-origin-policy.ts';
import { reportingEndpoints } from './reporting.ts';

it('accepts any bytes and never reports an unknown value as valid', () => {
  fc.assert(
    fc.property(latin1(200), (value) => {
      const headers: [string, string][] = [
        ['cross-origin-opener-policy', value],
        ['cross-origin-embedder-policy', value],
        ['cross-origin-resource-policy', value],
        ['document-isolation-policy', value],
        ['integrity-policy', value],
        ['reporting-endpoints', value],
      ];
      const policies = crossOriginPolicies(headers, 'https://example.test/');
      expect(policies.isolated).toBe(false);
      expect(policies.opener.valid).toBe(
        value.trim() === '' || /^\s*(?:same-origin|unsafe-none|noopener)/u.test(value),
      );
      integrityPolicy(headers, 'integrity-policy');
      reportingEndpoints(headers);
    }),
  );
});
