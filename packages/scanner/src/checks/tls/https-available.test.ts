import { expect, test } from 'vitest';
import { missing } from '../../evidence/gathered.ts';
import { judged } from '../../../test/evidence.ts';
import { judgedTls, tlsWith } from '../../../test/tls-evidence.ts';
import check from './https-available.ts';

test('a server that speaks TLS is fine', () => {
  expect(judgedTls(check, tlsWith())).toMatchObject({
    outcome: 'offered',
    status: 'good',
    evidence: ['example.test:443'],
  });
});

test.each([
  [{ endpoint: 'closed' as const }, 'closed', 'example.test:443 refuses connections'],
  [
    { endpoint: 'not_tls' as const, banner: 'HTTP/1.1 400 Bad Request' },
    'not_tls',
    'example.test:443 responded "HTTP/1.1 400 Bad Request"',
  ],
])('%o holds the grade at F', (facts, outcome, line) => {
  expect(judgedTls(check, tlsWith(facts))).toMatchObject({
    outcome,
    status: 'missing',
    severity: 'critical',
    cap: 49,
    evidence: [line],
  });
});

test('silence is neither yes nor no', () => {
  const verdict = judged(check, { tls: missing('timeout', 'site', 'example.test:443 does not answer') });
  expect(verdict).toMatchObject({ status: 'unknown', deduction: 0, cap: null });
});
