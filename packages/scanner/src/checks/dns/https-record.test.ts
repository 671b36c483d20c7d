import { expect, test } from 'vitest';
import { judgedZone } from '../../../test/dns-evidence.ts';
import check from './https-record.ts';

test.each<[string, string[], string, string?]>([
  ['none', [], 'absent'],
  [
    'service mode',
    ['@ HTTPS 1 . alpn=h2,h3 ipv4hint=192.0.2.1'],
    'present',
    'example.test HTTPS 1 . alpn=h2,h3 ipv4hint=192.0.2.1',
  ],
  ['alias mode', ['@ HTTPS 0 cdn.other.test'], 'present', 'example.test HTTPS 0 cdn.other.test'],
  ['with keys for ECH', ['@ HTTPS 1 . ech=AAEC'], 'present', 'example.test HTTPS 1 . ech'],
  ['cut short', ['@ HTTPS \\# 5 0001000001'], 'malformed', 'example.test HTTPS 1 . (malformed)'],
  ['keys out of order', ['@ HTTPS \\# 16 0001000003000201bb000100030268 32'], 'malformed'],
])('%s', async (_name, lines, outcome, evidence) => {
  const verdict = await judgedZone(check, lines);
  expect(verdict?.outcome).toBe(outcome);
  if (evidence !== undefined) expect(verdict?.evidence).toEqual([evidence]);
});

test('no response is unknown', async () => {
  const faults = { 'example.test UNKNOWN_65': { rcode: 'SERVFAIL' } } as const;
  expect((await judgedZone(check, [], { faults }))?.status).toBe('unknown');
});
