import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gatherZone, type ZoneOptions } from '../../../test/dns-evidence.ts';
import { evidenceWith } from '../../../test/evidence.ts';
import { runCheck } from '../../check.ts';
import { dnsChecks } from './all.ts';

/** Faults that can be combined. Each makes one part of the valid zone below worse. */
const FAULTS = [
  'spf +all',
  'spf without all',
  'spf nonsense',
  'spf twice',
  'spf ptr',
  'dmarc none',
  'dmarc without rua',
  'dmarc sp none',
  'dmarc testing',
  'dmarc twice',
  'dmarc faulty',
  'mx gone',
  'mx alias',
  'mx next to null',
  'caa gone',
  'caa critical',
  'caa faulty',
  'no ds',
  'bogus',
  'weak algorithm',
  'ns single',
  'ns gone',
  'www gone',
  'mta-sts faulty',
  'tls-rpt faulty',
  'tlsa faulty',
] as const;
type Fault = (typeof FAULTS)[number];

function zoneWith(faults: readonly Fault[]): { lines: string[]; options: ZoneOptions } {
  const has = (fault: Fault): boolean => faults.includes(fault);
  const when = (fault: Fault, ...lines: string[]): string[] => (has(fault) ? lines : []);
  const unless = (fault: Fault, ...lines: string[]): string[] => (has(fault) ? [] : lines);
  const algorithm = has('weak algorithm') ? 5 : 13;
  const spf = [
    'v=spf1',
    'mx',
    ...when('spf nonsense', 'ipv4:192.0.2.1'),
    ...when('spf ptr', 'ptr'),
    has('spf +all') ? '+all' : has('spf without all') ? '' : '-all',
  ];
  const dmarc = [
    'v=DMARC1',
    `p=${has('dmarc faulty') ? 'rejct' : has('dmarc none') ? 'none' : 'reject'}`,
    ...when('dmarc sp none', 'sp=none'),
    ...when('dmarc testing', 't=y'),
    ...(has('dmarc without rua') || has('dmarc faulty') ? [] : ['rua=mailto:d@example.test']),
  ];
  const lines = [
    `@ TXT "${spf.join(' ')}"`,
    ...when('spf twice', '@ TXT "v=spf1 -all"'),
    `_dmarc.@ TXT "${dmarc.join('; ')}"`,
    ...when('dmarc twice', '_dmarc.@ TXT "v=DMARC1; p=reject"'),
    '@ MX 10 mx.@',
    ...(has('mx alias') ? ['mx.@ CNAME host.@', 'host.@ A 192.0.2.25'] : ['mx.@ A 192.0.2.25']),
    ...when('mx gone', '@ MX 20 mx.gone.test'),
    ...when('mx next to null', '@ MX 0 .'),
    ...unless('caa gone', '@ CAA 0 issue "ca.example"'),
    ...when('caa critical', '@ CAA 128 tbs "x"'),
    ...when('caa faulty', '@ CAA 0 iodef "nobody"'),
    ...unless('no ds', `@ DS 1 ${algorithm} 2 ${'ab'.repeat(32)}`),
    `@ DNSKEY 257 3 ${algorithm} AAAA`,
    '@ NS n1.@',
    'n1.@ A 192.0.2.53',
    ...unless('ns single', '@ NS n2.@', 'n2.@ A 198.51.100.53'),
    ...when('ns gone', '@ NS n3.gone.test'),
    ...when('www gone', 'www.@ CNAME old.gone.test'),
    ...when('mta-sts faulty', '_mta-sts.@ TXT "v=STSv1"'),
    ...when('tls-rpt faulty', '_smtp._tls.@ TXT "v=TLSRPTv1"'),
    ...when('tlsa faulty', '_443._tcp.@ TLSA 3 1 1 00'),
  ];
  const signed = has('no ds') || has('bogus') ? ['.'] : ['.', 'example.test'];
  return { lines, options: { authenticated: signed, ...(has('bogus') ? { bogus: ['example.test'] } : {}) } };
}

/** A busy machine must not turn an answer into "unknown". */
const PATIENT = { queries: 64, timeoutMs: 60_000 };

async function deductions(faults: readonly Fault[]): Promise<number> {
  const { lines, options } = zoneWith(faults);
  const { dns } = await gatherZone(lines, { ...options, limits: PATIENT });
  const evidence = evidenceWith({ dns });
  return dnsChecks.reduce((sum, check) => sum + (runCheck(check, evidence)?.deduction ?? 0), 0);
}

test('a valid zone costs nothing, an empty one ten points without mail and sixteen with mail', async () => {
  expect(await deductions([])).toBe(0);
  const empty = async (lines: string[]): Promise<number> => {
    const { dns } = await gatherZone(lines, { authenticated: ['.'] });
    return dnsChecks.reduce((sum, check) => sum + (runCheck(check, evidenceWith({ dns }))?.deduction ?? 0), 0);
  };
  expect(await empty([])).toBe(10);
  expect(await empty(['@ MX 10 mx.@', 'mx.@ A 192.0.2.25'])).toBe(16);
});

// Missing reports cause a remark. They cost points only together with p=none.
test.each(FAULTS.filter((fault) => fault !== 'dmarc without rua'))('"%s" alone costs something', async (fault) => {
  expect(await deductions([fault])).toBeGreaterThan(0);
});

test('another fault never costs less, in any combination', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray([...FAULTS]), fc.constantFrom(...FAULTS), async (others, fault) => {
      const without = others.filter((other) => other !== fault);
      const [before, after] = await Promise.all([deductions(without), deductions([...without, fault])]);
      expect(after).toBeGreaterThanOrEqual(before);
    }),
    { numRuns: 30 },
  );
}, 120_000);
