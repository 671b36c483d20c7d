import { expect, test } from 'vitest';
import { judgedZone } from '../../../test/dns-evidence.ts';
import check from './name-servers.ts';

test.each<[string, string[], string, string?, number?]>([
  ['two networks', ['@ NS n1.@', '@ NS n2.@', 'n1.@ A 192.0.2.53', 'n2.@ A 198.51.100.53'], 'diverse'],
  ['one network', ['@ NS n1.@', '@ NS n2.@', 'n1.@ A 192.0.2.53', 'n2.@ A 192.0.2.54'], 'one_network'],
  ['one IPv6 network', ['@ NS n1.@', '@ NS n2.@', 'n1.@ AAAA 2001:db8::1', 'n2.@ AAAA 2001:db8:0:1::1'], 'one_network'],
  // RFC 6177: sites are given a /48.
  ['one /48', ['@ NS n1.@', '@ NS n2.@', 'n1.@ AAAA 2001:db8::1', 'n2.@ AAAA 2001:db8:0:100::1'], 'one_network'],
  ['two of /48', ['@ NS n1.@', '@ NS n2.@', 'n1.@ AAAA 2001:db8::1', 'n2.@ AAAA 2001:db8:1::1'], 'diverse'],
  ['one address', ['@ NS n1.@', '@ NS n2.@', 'n1.@ A 192.0.2.53', 'n2.@ A 192.0.2.53'], 'one_address', 'minor', 1],
  ['a single one', ['@ NS n1.@', 'n1.@ A 192.0.2.53'], 'single', 'minor', 2],
  ['one of this zone that does not exist', ['@ NS n1.@', '@ NS n2.@', 'n1.@ A 192.0.2.53'], 'no_address', 'minor', 1],
  ['one that does not exist', ['@ NS n1.@', '@ NS n2.gone.test', 'n1.@ A 192.0.2.53'], 'dangling', 'important', 6],
])('%s', async (_name, lines, outcome, severity, deduction) => {
  const verdict = await judgedZone(check, lines);
  expect(verdict?.outcome).toBe(outcome);
  if (severity !== undefined) expect(verdict?.severity).toBe(severity);
  if (deduction !== undefined) expect(verdict?.deduction).toBe(deduction);
});

test('a name server with a failed address lookup proves nothing about diversity', async () => {
  const zone = ['@ NS n1.@', '@ NS n2.@', 'n1.@ A 192.0.2.53'];
  const verdict = await judgedZone(check, zone, { faults: { 'n2.example.test': { rcode: 'SERVFAIL' } } });
  expect(verdict?.outcome).toBe('diverse');
});

test.each([
  ['SERVFAIL', { faults: { 'example.test NS': { rcode: 'SERVFAIL' } } }],
  ['no NS records where the zone should begin', {}],
] as const)('%s is unknown', async (_name, options) => {
  expect(await judgedZone(check, [], options)).toMatchObject({ status: 'unknown', deduction: 0 });
});

test('one without an address costs a point and is named, with a fix', async () => {
  const zone = ['@ NS a.@', '@ NS b.@', 'a.@ A 192.0.2.53', 'b.@ TXT "x"'];
  const verdict = await judgedZone(check, zone);
  expect(verdict).toMatchObject({ outcome: 'no_address', deduction: 1, status: 'weak' });
  expect(verdict?.evidence).toEqual(['example.test NS b.example.test: no A or AAAA record']);
  expect(verdict?.fix).toContain('example.test. IN NS b.example.test.');
});

test('name servers of a single operator cause a remark', async () => {
  const zone = ['@ NS a.dns-host.test', '@ NS b.dns-host.test'];
  const addresses = ['a.dns-host.test A 192.0.2.53', 'b.dns-host.test A 198.51.100.53'];
  const verdict = await judgedZone(check, [...zone, ...addresses]);
  expect(verdict?.outcome).toBe('diverse');
  expect(verdict?.note).toContain('All of them are below dns-host.test');
});

// RFC 6890: resolvers on the internet cannot reach these.
test.each([
  [['@ NS a.@', '@ NS b.@', 'a.@ A 192.0.2.53', 'b.@ A 10.0.0.53'], 'internal_address'],
  [['@ NS a.@', '@ NS b.@', 'a.@ A 192.0.2.53', 'b.@ A 10.0.0.53', 'b.@ A 198.51.100.53'], 'diverse'],
  // An internal site, which an operator lets scans reach.
  [['@ A 10.0.0.10', '@ NS a.@', '@ NS b.@', 'a.@ A 10.0.0.53', 'b.@ A 10.0.1.53'], 'diverse'],
])('%j: %s', async (lines, outcome) => {
  const verdict = await judgedZone(check, lines);
  expect(verdict?.outcome).toBe(outcome);
  if (outcome === 'internal_address') expect(verdict?.evidence).toEqual(['example.test NS b.example.test (10.0.0.53)']);
});

test('names name servers that are aliases', async () => {
  const zone = ['@ NS n1.@', '@ NS n2.@', 'n1.@ CNAME n3.@', 'n3.@ A 192.0.2.53', 'n2.@ A 198.51.100.53'];
  const verdict = await judgedZone(check, zone);
  expect(verdict?.outcome).toBe('aliases');
  expect(verdict?.note).toContain('do not use them: n1.example.test.');
  const plain = [...zone.slice(0, 2), 'n1.@ A 192.0.2.53', ...zone.slice(4)];
  expect((await judgedZone(check, plain))?.note).toBeNull();
});
