import { expect, test } from 'vitest';
import { judgedZone } from '../../../test/dns-evidence.ts';
import check from './dangling-cname.ts';

const chain = (length: number): string[] => [
  '@ A 192.0.2.1',
  ...Array.from({ length }, (_, index) => `${index === 0 ? 'www' : `c${index}`}.@ CNAME c${index + 1}.@`),
  `c${length}.@ A 192.0.2.2`,
];

test.each<[string, string[], string, string?, number?]>([
  ['no alias', [], 'none'],
  ['an alias that resolves', chain(1), 'fine'],
  ['the domain itself', ['@ CNAME host.other.test', 'host.other.test A 192.0.2.1'], 'apex'],
  ['a chain of eight', chain(8), 'long'],
  ['www leads nowhere', ['www.@ CNAME gone.other.test'], 'dangling', 'important', 6],
  ['through another alias', ['www.@ CNAME a.@', 'a.@ CNAME gone.other.test'], 'dangling'],
  ['a deleted resource of a hosting service', ['www.@ CNAME old-shop.azurewebsites.net'], 'claimable', 'critical', 10],
  ['a look-alike of that service', ['www.@ CNAME old.notazurewebsites.net'], 'dangling'],
  ['a name without an address', ['www.@ CNAME a.@', 'a.@ TXT "x"'], 'dead_end'],
  ['a name of this zone that does not exist', ['www.@ CNAME a.@'], 'dead_end'],
  ['a loop', ['www.@ CNAME a.@', 'a.@ CNAME www.@'], 'dead_end'],
])('%s', async (_name, lines, outcome, severity, deduction) => {
  const verdict = await judgedZone(check, lines);
  expect(verdict?.outcome).toBe(outcome);
  if (severity !== undefined) expect(verdict?.severity).toBe(severity);
  if (deduction !== undefined) expect(verdict?.deduction).toBe(deduction);
});

test('the alias, its chain and the line to delete are named', async () => {
  const verdict = await judgedZone(check, ['www.@ CNAME a.@', 'a.@ CNAME gone.other.test']);
  expect(verdict).toMatchObject({
    evidence: ['www.example.test → a.example.test → gone.other.test (does not exist)'],
    fix: '; Delete from the zone, or the wildcard record that it comes from\nwww.example.test. IN CNAME a.example.test.',
  });
});

test('SERVFAIL behind an alias is not "does not exist"', async () => {
  const verdict = await judgedZone(check, ['www.@ CNAME a.@'], {
    faults: { 'www.example.test': { rcode: 'SERVFAIL' } },
  });
  expect(verdict?.status).toBe('good');
});
