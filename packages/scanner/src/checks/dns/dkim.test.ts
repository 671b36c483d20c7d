import { expect, test } from 'vitest';
import { judgedZone } from '../../../test/dns-evidence.ts';
import check from './dkim.ts';

const MAIL = ['@ MX 10 mx.@', 'mx.@ A 192.0.2.25'];

test.each<[string, string[], string | undefined, string | undefined]>([
  ['a key below', ['s1._domainkey.@ TXT "v=DKIM1; p=AAAA"'], 'good', 'likely'],
  ['nothing below, with mail', MAIL, 'good', 'none'],
  ['nothing below, without mail', [], undefined, undefined],
  ['a wildcard', ['*.@ TXT "v=spf1 -all"', ...MAIL], 'unknown', null as never],
])('%s', async (_name, lines, status, outcome) => {
  const verdict = await judgedZone(check, lines);
  expect(verdict?.status).toBe(status);
  expect(verdict?.outcome).toBe(outcome);
  expect(verdict?.deduction ?? 0).toBe(0);
});
