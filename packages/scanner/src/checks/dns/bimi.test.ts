import { expect, test } from 'vitest';
import { judgedZone } from '../../../test/dns-evidence.ts';
import check from './bimi.ts';

test('a record is an observation that costs nothing', async () => {
  const verdict = await judgedZone(check, ['default._bimi.@ TXT "v=BIMI1; l=https://example.test/logo.svg"']);
  expect(verdict).toMatchObject({ outcome: 'present', status: 'good', deduction: 0 });
});

test.each([
  ['none', []],
  ['a wildcard with SPF', ['*.@ TXT "v=spf1 -all"']],
])('nothing is said: %s', async (_name, lines) => {
  expect(await judgedZone(check, lines)).toBeNull();
});
