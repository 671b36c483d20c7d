import { expect, test } from 'vitest';
import { judgedZone } from '../../../test/dns-evidence.ts';
import check from './mx.ts';

test.each<[string, string[], string, string?, number?]>([
  ['none', [], 'none'],
  ['one that resolves', ['@ MX 10 mx.@', 'mx.@ A 192.0.2.25'], 'fine'],
  ['one with IPv6 only', ['@ MX 10 mx.@', 'mx.@ AAAA 2001:db8::25'], 'fine'],
  ['null MX', ['@ MX 0 .'], 'refused'],
  ['null MX beside another', ['@ MX 0 .', '@ MX 10 mx.@', 'mx.@ A 192.0.2.25'], 'null_beside_others', 'minor', 2],
  ['a target that does not exist', ['@ MX 10 mx.gone-domain.test'], 'dangling', 'important', 5],
  ['one of two does not exist', ['@ MX 10 mx.@', 'mx.@ A 192.0.2.25', '@ MX 20 mx.gone-domain.test'], 'dangling'],
  ['a target without an address', ['@ MX 10 mx.@', 'mx.@ TXT "x"'], 'no_address', 'minor', 2],
  ['an IP address', ['@ MX 10 192.0.2.25'], 'address_literal', 'minor', 2],
  ['an alias', ['@ MX 10 mx.@', 'mx.@ CNAME real.@', 'real.@ A 192.0.2.25'], 'alias', 'minor', 1],
  ['an alias to nowhere', ['@ MX 10 mx.@', 'mx.@ CNAME gone.other.test'], 'dangling'],
])('%s', async (_name, lines, outcome, severity, deduction) => {
  const verdict = await judgedZone(check, lines);
  expect(verdict?.outcome).toBe(outcome);
  if (severity !== undefined) expect(verdict?.severity).toBe(severity);
  if (deduction !== undefined) expect(verdict?.deduction).toBe(deduction);
});

test('only the faulty record is named', async () => {
  const verdict = await judgedZone(check, ['@ MX 10 mx.@', 'mx.@ A 192.0.2.25', '@ MX 20 mx.gone-domain.test']);
  expect(verdict?.evidence).toEqual(['example.test MX 20 mx.gone-domain.test']);
});

test('SERVFAIL for MX is unknown, and for a target causes a remark', async () => {
  const zone = ['@ MX 10 mx.@'];
  const failed = await judgedZone(check, zone, { faults: { 'example.test MX': { rcode: 'SERVFAIL' } } });
  expect(failed).toMatchObject({ status: 'unknown', deduction: 0 });
  const target = await judgedZone(check, zone, { faults: { 'mx.example.test': { rcode: 'SERVFAIL' } } });
  expect(target).toMatchObject({ outcome: 'fine', note: 'Not looked up, or no response: mx.example.test.' });
});
