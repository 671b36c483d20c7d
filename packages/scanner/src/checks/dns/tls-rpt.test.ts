import { expect, test } from 'vitest';
import { judgedZone } from '../../../test/dns-evidence.ts';
import check from './tls-rpt.ts';

const MAIL = ['@ MX 10 mx.@', 'mx.@ A 192.0.2.25'];
const own = (text: string): string[] => [`_smtp._tls.@ TXT "${text}"`];

test.each<[string, string[], string]>([
  ['absent with mail', MAIL, 'absent'],
  ['absent without mail', [], 'not_needed'],
  ['a mailbox', own('v=TLSRPTv1; rua=mailto:t@example.test'), 'present'],
  ['a mailbox and a web address', own('v=TLSRPTv1;rua=mailto:t@example.test,https://example.test/t'), 'present'],
  ['no receiver', own('v=TLSRPTv1'), 'malformed'],
  // RFC 6068 §2
  ['a mailbox with a subject', own('v=TLSRPTv1; rua=mailto:t@example.test?subject=tls'), 'present'],
  ['http', own('v=TLSRPTv1; rua=http://example.test/t'), 'malformed'],
  ['a bare address', own('v=TLSRPTv1; rua=t@example.test'), 'malformed'],
  ['the version in lower case', own('v=tlsrptv1; rua=mailto:t@example.test'), 'malformed'],
  [
    'two',
    [...own('v=TLSRPTv1; rua=mailto:t@example.test'), ...own('v=TLSRPTv1; rua=mailto:u@example.test')],
    'malformed',
  ],
  ['a wildcard with SPF', ['*.@ TXT "v=spf1 -all"', ...MAIL], 'absent'],
])('%s', async (_name, lines, outcome) => {
  const verdict = await judgedZone(check, lines);
  expect(verdict?.outcome).toBe(outcome);
  expect(verdict?.deduction).toBe(outcome === 'malformed' ? 1 : 0);
});

test('a URL that no sender reports to is named', async () => {
  const verdict = await judgedZone(check, own('v=TLSRPTv1; rua=mailto:t@example.test,ftp://example.test/t'));
  expect(verdict).toMatchObject({ outcome: 'present', note: expect.stringContaining('not to ftp://example.test/t') });
});

test('REFUSED is unknown', async () => {
  const faults = { '_smtp._tls.example.test': { rcode: 'REFUSED' } } as const;
  expect((await judgedZone(check, MAIL, { faults }))?.status).toBe('unknown');
});

test.each<[string, string[], string]>([
  ['no mailto:', own('v=TLSRPTv1; rua=t@example.test'), 'rua=mailto:t@example.test"'],
  ['slashes after mailto:', own('v=TLSRPTv1; rua=mailto://t@example.test'), 'rua=mailto:t@example.test"'],
  ['lower case', own('v=tlsrptv1; rua=mailto:t@example.test'), 'rua=mailto:t@example.test"'],
  ['a size limit as in DMARC', own('v=TLSRPTv1; rua=mailto:t@example.test!10m'), 'rua=mailto:t@example.test"'],
  ['http', own('v=TLSRPTv1; rua=http://example.test/t'), 'rua=https://example.test/t"'],
  [
    'two records',
    [...own('v=TLSRPTv1; rua=mailto:t@example.test'), ...own('v=TLSRPTv1; rua=mailto:u@example.test')],
    'rua=mailto:t@example.test,mailto:u@example.test"\n; Delete the other TXT records',
  ],
  ['no receiver', own('v=TLSRPTv1'), 'rua=mailto:tls-reports@example.test"'],
])('the fix keeps the receivers: %s', async (_name, lines, words) => {
  const verdict = await judgedZone(check, lines);
  expect(verdict?.outcome).toBe('malformed');
  expect(verdict?.fix).toContain(`_smtp._tls.example.test. IN TXT "v=TLSRPTv1; ${words}`);
});
