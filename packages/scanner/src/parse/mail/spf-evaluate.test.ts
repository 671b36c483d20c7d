import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SpfEvidence, TextSet } from '../../evidence/dns.ts';
import { evaluateSpf } from './spf-evaluate.ts';

function set(
  name: string,
  records: string[] | null,
  state: TextSet['state'] = records === null ? 'absent' : 'present',
): TextSet {
  return {
    name,
    state,
    records: records ?? [],
    authenticated: false,
    nxdomain: records === null,
    reason: state === 'unknown' ? 'it failed' : null,
  };
}

function evidence(policies: Record<string, string>, probes: SpfEvidence['probes'] = []): SpfEvidence {
  return {
    domain: 'd.test',
    policies: Object.entries(policies).map(([name, text]) => set(name, text === '' ? null : [text])),
    probes,
  };
}

test.each<[string, SpfEvidence, Partial<ReturnType<typeof evaluateSpf>>]>([
  [
    'one lookup for each of a, mx, ptr, exists, include, redirect',
    evidence({
      'd.test': 'v=spf1 a mx ptr exists:e.test include:i.test redirect=r.test',
      'i.test': 'v=spf1 -all',
      'r.test': 'v=spf1 -all',
    }),
    { lookups: 6, uses_ptr: true, all: '-', result: 'valid' },
  ],
  [
    'a network around the addresses of "a": half of all addresses (RFC 7208 §5.6)',
    evidence({ 'd.test': 'v=spf1 a/1 -all' }, [
      { mechanism: 'a', domain: 'd.test', state: 'present', count: 0, addresses: ['192.0.2.10'] },
    ]),
    { passes_everybody: null, wide_networks: ['a/1'], share: 0.434681 },
  ],
  [
    'two networks around hosts that together cover all addresses',
    evidence({ 'd.test': 'v=spf1 a/1 mx:m.test/1 -all' }, [
      { mechanism: 'a', domain: 'd.test', state: 'present', count: 0, addresses: ['192.0.2.10'] },
      { mechanism: 'mx', domain: 'm.test', state: 'present', count: 1, addresses: ['93.184.215.14'] },
    ]),
    { passes_everybody: 'networks that add up to 100 % of all addresses' },
  ],
  [
    'none for ip4, ip6, all and exp',
    evidence({ 'd.test': 'v=spf1 ip4:192.0.2.1 ip6:2001:db8::1 exp=e.test -all' }),
    { lookups: 0 },
  ],
  [
    'the same include twice counts twice',
    evidence({ 'd.test': 'v=spf1 include:i.test include:i.test -all', 'i.test': 'v=spf1 a -all' }),
    { lookups: 4 },
  ],
  [
    'a failed probe is not a void lookup',
    evidence({ 'd.test': 'v=spf1 a mx exists:x.test -all' }, [
      { mechanism: 'a', domain: 'd.test', state: 'unknown', count: 0 },
    ]),
    { void_lookups: 0, result: 'valid' },
  ],
  [
    'void lookups of probes',
    evidence({ 'd.test': 'v=spf1 a mx -all' }, [
      { mechanism: 'a', domain: 'd.test', state: 'absent', count: 0 },
      { mechanism: 'mx', domain: 'd.test', state: 'absent', count: 0 },
    ]),
    { void_lookups: 2, result: 'valid' },
  ],
  [
    'a macro is undecidable, and counted',
    evidence({ 'd.test': 'v=spf1 include:%{i}.test -all' }),
    { lookups: 1, undecidable: ['include:%{i}.test'], result: 'valid' },
  ],
  ['a loop ends', evidence({ 'd.test': 'v=spf1 include:d.test -all' }), { result: 'permerror' }],
  ['also through a redirect loop', evidence({ 'd.test': 'v=spf1 redirect=d.test' }), { result: 'permerror' }],
  [
    '"all" of an include does not apply to the including record',
    evidence({ 'd.test': 'v=spf1 include:i.test', 'i.test': 'v=spf1 -all' }),
    { all: null },
  ],
  [
    'wide networks in includes count',
    evidence({ 'd.test': 'v=spf1 include:i.test -all', 'i.test': 'v=spf1 ip6:2000::/3 -all' }),
    { wide_networks: ['ip6:2000::/3 (record of i.test)'], at_fault: ['i.test TXT "v=spf1 ip6:2000::/3 -all"'] },
  ],
])('%s', (_name, given, expected) => {
  expect(evaluateSpf(given)).toMatchObject(expected);
});

test('a policy that was not queried leaves the result unknown, and a failed query gives the reason', () => {
  const missing = evaluateSpf(evidence({ 'd.test': 'v=spf1 include:i.test -all' }));
  expect(missing).toMatchObject({ result: 'unknown', unknown: ['the policy of i.test was not looked up'] });
  const failed = { ...evidence({ 'd.test': 'v=spf1 include:i.test -all' }) };
  failed.policies.push(set('i.test', null, 'unknown'));
  expect(evaluateSpf(failed)).toMatchObject({ result: 'unknown', unknown: ['it failed'] });
});

test('evaluation of any tree of policies terminates', () => {
  const names = ['d.test', 'a.test', 'b.test', 'c.test'];
  const term = fc.constantFrom(
    'a',
    'mx',
    'ptr',
    '-all',
    '+all',
    '?all',
    'ip4:0.0.0.0/0',
    'nonsense',
    ...names.flatMap((name) => [`include:${name}`, `redirect=${name}`, `exists:${name}`]),
  );
  const policy = fc.array(term, { maxLength: 12 }).map((terms) => ['v=spf1', ...terms].join(' '));
  fc.assert(
    fc.property(fc.tuple(policy, policy, policy, policy), (texts) => {
      const verdict = evaluateSpf(evidence(Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']))));
      expect(verdict.lookups).toBeLessThanOrEqual(60);
      if (verdict.lookups > 10) expect(verdict.result).toBe('permerror');
      if (verdict.result === 'valid') expect(verdict.errors).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test('dropping the last include never makes a record worse', () => {
  const order = ['valid', 'unknown', 'permerror'];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 14 }), (count) => {
      const zone = (many: number): SpfEvidence => {
        const hosts = Array.from({ length: many }, (_, index) => `i${index}.test`);
        return evidence({
          'd.test': ['v=spf1', ...hosts.map((host) => `include:${host}`), '-all'].join(' '),
          ...Object.fromEntries(hosts.map((host) => [host, 'v=spf1 -all'])),
        });
      };
      expect(order.indexOf(evaluateSpf(zone(count - 1)).result)).toBeLessThanOrEqual(
        order.indexOf(evaluateSpf(zone(count)).result),
      );
    }),
  );
});
