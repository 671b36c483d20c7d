import { expect, test } from 'vitest';
import { judgedTls, outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import check from './ssl-versions.ts';

const { versions } = tlsWith();

test.each([
  [{ SSLv3: false }, 'refused'],
  [{ SSLv3: false, SSLv2: null }, 'ssl3_refused'],
  [{ SSLv3: true }, 'offered'],
  [{ SSLv2: true }, 'offered'],
  [{ SSLv3: null }, 'unknown'],
])('%o: %s', (facts, outcome) => {
  expect(outcomeOf(check, tlsWith({ versions: { ...versions, ...facts } }))).toBe(outcome);
});

test('names the version and holds the grade at F', () => {
  const verdict = judgedTls(check, tlsWith({ versions: { ...versions, SSLv3: true } }));
  expect(verdict).toMatchObject({ cap: 49, evidence: ['SSLv3 is accepted'] });
  expect(verdict?.fix).toContain('ssl_protocols TLSv1.2 TLSv1.3;');
});

test('says nothing without TLS', () => {
  expect(judgedTls(check, tlsWith({ endpoint: 'closed' }))).toBeNull();
});
