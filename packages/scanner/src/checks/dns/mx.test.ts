import { expect, test } from 'vitest';
import { judgedZone } from '../../../test/dns-evidence.ts';
import check from './mx.ts';

test.each<[string, string[], string, string?, number?]>([
  ['none', [], 'none'],
  ['one that resolves', ['@ MX 10 mx.@', 'mx.@ A 192.0.2.25'], 'fine'],
  ['one with IPv6 only', ['@ MX 10 mx.@', 'mx.@ AAAA 2001:db8::25'], 'fine'],
  ['null MX', ['@ MX 0 .'], 'refused'],
  ['null MX next to another', ['@ MX 0 .', '@ MX 10 mx.@', 'mx.@ A 192.0.2.25'], 'null_beside_others', 'minor', 2],
  ['a target that does not exist', ['@ MX 10 mx.gone-domain.test'], 'dangling', 'important', 5],
  ['one of two does not exist', ['@ MX 10 mx.@', 'mx.@ A 192.0.2.25', '@ MX 20 mx.gone-domain.test'], 'dangling'],
  ['a target without an address', ['@ MX 10 mx.@', 'mx.@ TXT "x"'], 'no_address', 'minor', 2],
  ['a target of this zone that does not exist', ['@ MX 10 mx.@'], 'no_address', 'minor', 2],
  ['localhost', ['@ MX 0 localhost'], 'no_address', 'minor', 2],
  ['an IP address', ['@ MX 10 192.0.2.25'], 'address_literal', 'minor', 2],
  // RFC 1918, RFC 6598, RFC 1122 §3.2.1.3, RFC 3927, RFC 4193: no sender on the internet reaches these.
  ['10/8', ['@ MX 10 mx.@', 'mx.@ A 10.0.0.5'], 'private_address', 'minor', 2],
  ['172.16/12', ['@ MX 10 mx.@', 'mx.@ A 172.31.255.1'], 'private_address'],
  ['192.168/16', ['@ MX 10 mx.@', 'mx.@ A 192.168.1.25'], 'private_address'],
  ['carrier-grade NAT', ['@ MX 10 mx.@', 'mx.@ A 100.64.0.25'], 'private_address'],
  ['loopback', ['@ MX 10 localhost.@', 'localhost.@ A 127.0.0.1'], 'private_address'],
  ['link-local', ['@ MX 10 mx.@', 'mx.@ A 169.254.1.1'], 'private_address'],
  ['0.0.0.0', ['@ MX 10 mx.@', 'mx.@ A 0.0.0.0'], 'private_address'],
  ['unique local IPv6', ['@ MX 10 mx.@', 'mx.@ AAAA fd12::25'], 'private_address'],
  ['private IPv4 and IPv6', ['@ MX 10 mx.@', 'mx.@ A 10.0.0.5', 'mx.@ AAAA fd12::25'], 'private_address'],
  ['private IPv4, public IPv6', ['@ MX 10 mx.@', 'mx.@ A 10.0.0.5', 'mx.@ AAAA 2a00:1450::25'], 'fine'],
  ['one private address of two', ['@ MX 10 mx.@', 'mx.@ A 10.0.0.5', 'mx.@ A 52.1.2.3'], 'fine'],
  ['172.32 is public', ['@ MX 10 mx.@', 'mx.@ A 172.32.0.1'], 'fine'],
  ['an alias to a private address', ['@ MX 10 mx.@', 'mx.@ CNAME real.@', 'real.@ A 10.0.0.5'], 'private_address'],
  ['an alias', ['@ MX 10 mx.@', 'mx.@ CNAME real.@', 'real.@ A 192.0.2.25'], 'alias', 'minor', 1],
  ['an alias to nowhere', ['@ MX 10 mx.@', 'mx.@ CNAME gone.other.test'], 'dangling'],
])('%s', async (_name, lines, outcome, severity, deduction) => {
  const verdict = await judgedZone(check, lines);
  expect(verdict?.outcome).toBe(outcome);
  if (severity !== undefined) expect(verdict?.severity).toBe(severity);
  if (deduction !== undefined) expect(verdict?.deduction).toBe(deduction);
});

test('an alias to nowhere is named with its target, and deleted', async () => {
  const verdict = await judgedZone(check, ['@ MX 10 mx.@', 'mx.@ CNAME gone.other.test']);
  expect(verdict?.evidence).toEqual(['example.test MX 10 mx.example.test, an alias of gone.other.test']);
  expect(verdict?.fix).toContain('Delete too: mx.example.test. IN CNAME gone.other.test.');
});

test('the fix for an alias names the host behind it', async () => {
  const verdict = await judgedZone(check, [
    '@ MX 10 mx.@',
    'mx.@ CNAME a.@',
    'a.@ CNAME real.@',
    'real.@ A 192.0.2.25',
  ]);
  expect(verdict).toMatchObject({
    evidence: ['example.test MX 10 mx.example.test, an alias of real.example.test'],
    fix: '; Point to the host behind the alias:\nexample.test. IN MX 10 real.example.test.',
  });
});

test('only the faulty record is named', async () => {
  const verdict = await judgedZone(check, ['@ MX 10 mx.@', 'mx.@ A 192.0.2.25', '@ MX 20 mx.gone-domain.test']);
  expect(verdict?.evidence).toEqual(['example.test MX 20 mx.gone-domain.test']);
});

test('a host with private addresses is named with them, also next to one that works', async () => {
  const zone = ['@ MX 10 mx.@', 'mx.@ A 192.0.2.25', '@ MX 20 in.@', 'in.@ A 10.0.0.5', 'in.@ A 10.0.0.6'];
  const verdict = await judgedZone(check, zone);
  expect(verdict).toMatchObject({
    outcome: 'private_address',
    evidence: ['example.test MX 20 in.example.test (10.0.0.5, 10.0.0.6)'],
  });
});

// An internal site, which an operator lets scans reach, has internal mail servers.
test.each([
  ['127.66.0.10', '127.66.0.25', 'fine'],
  ['10.0.0.10', '192.168.0.25', 'fine'],
  ['127.66.0.10', '10.0.0.25', 'private_address'],
  ['192.0.2.10', '127.66.0.25', 'private_address'],
])('a site at %s with mail at %s: %s', async (site, mail, outcome) => {
  const verdict = await judgedZone(check, ['@ A ' + site, '@ MX 10 mx.@', `mx.@ A ${mail}`]);
  expect(verdict?.outcome).toBe(outcome);
});

test('SERVFAIL for MX is unknown, and for a target causes a remark', async () => {
  const zone = ['@ MX 10 mx.@'];
  const failed = await judgedZone(check, zone, { faults: { 'example.test MX': { rcode: 'SERVFAIL' } } });
  expect(failed).toMatchObject({ status: 'unknown', deduction: 0 });
  const target = await judgedZone(check, zone, { faults: { 'mx.example.test': { rcode: 'SERVFAIL' } } });
  expect(target).toMatchObject({ outcome: 'partly', note: 'Not looked up, or no response: mx.example.test.' });
});

test.each<[string, string[], string]>([
  [
    'an address gets a name',
    ['@ MX 10 192.0.2.25'],
    'example.test. IN MX 10 mail.example.test.\nmail.example.test. IN A 192.0.2.25',
  ],
  ['a name without its dot', ['@ MX 1 aspmx.l.google.com.@'], 'If aspmx.l.google.com was meant, write it with a dot'],
  ['the domain twice', ['@ MX 10 mail.example.test.@'], 'If mail.example.test was meant, write it with a dot'],
  [
    'a host of the domain',
    ['@ MX 10 mx.@'],
    'Delete, or give the host an A record: example.test. IN MX 10 mx.example.test.',
  ],
])('the fix: %s', async (_name, lines, words) => {
  expect((await judgedZone(check, lines))?.fix).toContain(words);
});
