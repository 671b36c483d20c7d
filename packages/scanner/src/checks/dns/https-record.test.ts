import { expect, test } from 'vitest';
import { gatherZone, judgedZone } from '../../../test/dns-evidence.ts';
import { judged } from '../../../test/evidence.ts';
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
  ['with keys for ECH', ['@ HTTPS 1 . ech=AAb+CAACqrs='], 'present', 'example.test HTTPS 1 . ech'],
  [
    'with unreadable keys',
    ['@ HTTPS 1 . alpn=h2 ech=AAEC'],
    'unreadable_ech',
    'example.test HTTPS 1 . alpn=h2 ech (unreadable)',
  ],
  ['with unreadable keys for another port', ['@ HTTPS 1 . port=8443 ech=AAEC'], 'present'],
  [
    'a required parameter',
    ['@ HTTPS \\# 13 0001000000000200090009000101'],
    'present',
    'example.test HTTPS 1 . mandatory=key9',
  ],
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

// RFC 9460 §2.5.1, §2.4.1, §7.2, §7.3
test.each<[string, string[], string | null]>([
  ['a required parameter', ['@ HTTPS \\# 13 0001000000000200090009000101'], 'unknown to them (key9)'],
  ['an alias to nothing', ['@ HTTPS 0 .'], 'has no HTTPS service'],
  ['an alias next to a service', ['@ HTTPS 0 c.other.test', '@ HTTPS 1 . alpn=h2'], 'ignore its other records'],
  ['another port', ['@ HTTPS 1 . alpn=h2 port=8443'], 'port 8443 instead of 443'],
  ['the same port', ['@ HTTPS 1 . alpn=h2 port=443'], null],
  ['a stale hint', ['@ HTTPS 1 . alpn=h2 ipv4hint=198.51.100.9'], 'not addresses of the host: 198.51.100.9'],
  ['the hint of another host', ['@ HTTPS 1 cdn.other.test alpn=h2 ipv4hint=198.51.100.9'], null],
  ['a true hint', ['@ A 192.0.2.10', '@ HTTPS 1 . alpn=h2 ipv4hint=192.0.2.10'], null],
])('%s', async (_name, lines, words) => {
  const note = (await judgedZone(check, lines))?.note ?? '';
  if (words === null) expect(note).toBe('');
  else expect(note).toContain(words);
});

// RFC 9460 §9.1, §2.5.2
test.each<[string, string, string[], object]>([
  ['another port', 'https://example.test:8443/', ['@ HTTPS 1 . alpn=h2'], { outcome: 'absent' }],
  [
    'another port with its own record',
    'https://example.test:8443/',
    ['_8443._https.@ HTTPS 1 . alpn=h2 ipv4hint=192.0.2.99'],
    {
      outcome: 'present',
      note: 'Its target "." is _8443._https.example.test itself, where browsers then look for addresses.',
    },
  ],
  [
    'a malformed record of another port',
    'https://example.test:8443/',
    ['_8443._https.@ HTTPS \\# 5 0001000001'],
    { outcome: 'malformed', fix: '_8443._https.example.test. IN HTTPS 1 example.test. alpn="h2"' },
  ],
  ['plain http', 'http://example.test/', ['@ HTTPS 1 . alpn=h2 port=443'], { outcome: 'present', note: null }],
])('%s', async (_name, url, lines, expected) => {
  const { dns } = await gatherZone(lines, { url });
  const { scheme, port } = parseTargetOf(url);
  expect(judged(check, { dns, target: { scheme, port } })).toMatchObject(expected);
});

function parseTargetOf(url: string): { scheme: 'http' | 'https'; port: number } {
  const { protocol, port } = new URL(url);
  return protocol === 'http:'
    ? { scheme: 'http', port: Number(port || 80) }
    : { scheme: 'https', port: Number(port || 443) };
}

test('the fix of unreadable keys keeps the rest of the record', async () => {
  const verdict = await judgedZone(check, ['@ HTTPS 1 . alpn=h2,h3 ipv4hint=192.0.2.10 ech=AAEC']);
  expect(verdict?.fix).toContain('\nexample.test. IN HTTPS 1 . alpn="h2,h3" ipv4hint=192.0.2.10');
});
