import { startDnsServer } from '@palisade/lab/dns-server';
import { describe, expect, test } from 'vitest';
import { gatherZone } from '../../test/dns-evidence.ts';
import { DnsEvidence } from '../evidence/dns.ts';
import { parseTarget } from '../parse-target.ts';
import { LIMITS } from './dns/burst.ts';
import { gatherDns } from './dns.ts';
import { createEgress } from './net/create-egress.ts';

const FULL = [
  '@ NS n1.@',
  '@ NS n2.@',
  'n1.@ A 192.0.2.53',
  'n2.@ A 198.51.100.53',
  '@ MX 10 mx.@',
  'mx.@ A 192.0.2.25',
  '@ CAA 0 issue "ca.example"',
  '@ TXT "v=spf1 mx include:a.@ -all"',
  'a.@ TXT "v=spf1 ip4:192.0.2.0/24 -all"',
  '_dmarc.@ TXT "v=DMARC1; p=reject; rua=mailto:d@example.test"',
  '@ AAAA 2001:db8::10',
  '@ HTTPS 1 . alpn=h2',
];

async function gathered(lines: readonly string[], options: Parameters<typeof gatherZone>[1] = {}) {
  const { dns, questions } = await gatherZone(lines, options);
  if (!dns.ok) throw new Error(dns.reason);
  return { dns: dns.value, questions };
}

test('the evidence fits its schema and survives storing', async () => {
  const { dns } = await gathered(FULL, { authenticated: ['.', 'example.test'] });
  expect(DnsEvidence.parse(JSON.parse(JSON.stringify(dns)))).toEqual(dns);
  expect(dns).toMatchObject({
    mail_domain: 'example.test',
    a: { state: 'present', records: ['192.0.2.10'], authenticated: true },
    aaaa: { records: ['2001:db8::10'] },
    ns: { records: [{ host: 'n1.example.test', addresses: ['192.0.2.53'] }, { host: 'n2.example.test' }] },
    mx: { records: [{ preference: 10, exchange: 'mx.example.test', state: 'present', alias: false }] },
    caa: { found_at: 'example.test' },
    spf: [{ policies: [{ name: 'example.test' }, { name: 'a.example.test' }] }],
    https: { records: [{ priority: 1, alpn: ['h2'] }] },
    dnssec: { state: 'secure', resolver_validates: true },
  });
});

test('no query is sent twice', async () => {
  const { questions, dns } = await gathered(FULL);
  expect(questions.length).toBe(new Set(questions).size);
  expect(dns.queries).toBeLessThanOrEqual(40);
});

test('the same zone gives the same evidence', async () => {
  const [one, other] = await Promise.all([gathered(FULL), gathered(FULL)]);
  expect(one.dns).toEqual(other.dns);
});

test('an address literal has no DNS records', async () => {
  const { dns, questions } = await gatherZone([], { host: 'x', url: 'https://127.66.0.1/' });
  expect(dns).toMatchObject({ ok: false, code: 'not_applicable' });
  expect(questions).toEqual([]);
});

test('a host below the mail domain', async () => {
  const { dns } = await gathered(['@ MX 10 mx.@', 'mx.@ A 192.0.2.25'], { host: 'a.b.example.test' });
  expect(dns).toMatchObject({ host: 'a.b.example.test', mail_domain: 'example.test', mx: { state: 'present' } });
  expect(dns.dmarc.walk.map((step) => step.name)).toEqual([
    '_dmarc.a.b.example.test',
    '_dmarc.b.example.test',
    '_dmarc.example.test',
    '_dmarc.test',
  ]);
});

test('a long name is climbed in at most eight DMARC steps', async () => {
  const { dns } = await gathered([], { host: 'a.b.c.d.e.f.g.h.i.example.test' });
  expect(dns.dmarc.walk).toHaveLength(8);
  expect(dns.dmarc.walk[1]?.name).toBe('_dmarc.e.f.g.h.i.example.test');
});

describe('a hostile zone', () => {
  const includes = (prefix: string, next: string): string =>
    `${prefix}.@ TXT "v=spf1 ${Array.from({ length: 30 }, (_, index) => `include:${next}${index}.@`).join(' ')} -all"`;

  test('an SPF tree that fans out is cut off and still judged', async () => {
    const zone = [
      includes('', 'a').replace('.@ TXT', '@ TXT'),
      ...Array.from({ length: 30 }, (_, index) => includes(`a${index}`, `b${index}x`)),
    ];
    const { dns } = await gathered(zone);
    expect(dns.queries).toBeLessThanOrEqual(LIMITS.queries);
    expect(dns.spf[0]?.policies.length).toBeLessThanOrEqual(13);
  });

  test('hundreds of records are kept to a bound', async () => {
    const zone = [
      ...Array.from({ length: 300 }, (_, index) => `@ MX ${index} m${index}.@`),
      ...Array.from({ length: 300 }, (_, index) => `@ NS n${index}.@`),
      ...Array.from({ length: 300 }, (_, index) => `@ TXT "v=spf1 ip4:192.0.2.${index % 256} -all"`),
    ];
    const { dns } = await gathered(zone);
    expect(dns.queries).toBeLessThanOrEqual(LIMITS.queries);
    expect(
      Math.max(dns.mx.records.length, dns.ns.records.length, dns.spf[0]?.policies[0]?.records.length ?? 0),
    ).toBeLessThanOrEqual(100);
    expect(JSON.stringify(dns).length).toBeLessThan(100_000);
  });

  test('control bytes and bytes above ASCII come escaped', async () => {
    const { dns } = await gathered(['_dmarc.@ TXT "v=DMARC1; p=none; x=\\027[31m\\233"']);
    expect(dns.dmarc.walk[0]?.records).toEqual(['v=DMARC1; p=none; x=\\027[31m\\233']);
  });

  test('invalid names are not queried', async () => {
    const { questions } = await gathered([
      '@ TXT "v=spf1 include:*.example.test a:a..example.test -all"',
      '@ MX 10 mail$.@',
    ]);
    expect(questions.filter((question) => /[*$]|\.\./.test(question))).toEqual([]);
  });
});

describe('name servers that fail', () => {
  test('every kind of failure is "unknown" with its reason, and the rest of the evidence is there', async () => {
    const { dns } = await gathered(FULL, {
      faults: {
        'example.test MX': { rcode: 'SERVFAIL' },
        'example.test NS': { rcode: 'REFUSED' },
        'example.test CAA': 'garbage',
        '_smtp._tls.example.test': 'timeout',
        'example.test TXT': 'truncate',
        'example.test UNKNOWN_65': 'cut',
      },
    });
    expect(dns.mx).toMatchObject({ state: 'unknown', reason: expect.stringContaining('SERVFAIL') as string });
    expect(dns.ns).toMatchObject({ state: 'unknown', reason: expect.stringContaining('refused') as string });
    expect(dns.caa).toMatchObject({ state: 'unknown', reason: expect.stringContaining('unreadable') as string });
    expect(dns.tls_rpt).toMatchObject({ state: 'unknown', reason: expect.stringContaining('timed out') as string });
    expect(dns.https.state).toBe('unknown');
    expect(dns.spf[0]?.policies[0]?.state).toBe('present');
    expect(dns.a.state).toBe('present');
  });

  test('a name server that never answers: everything is unknown', async () => {
    const { dns } = await gathered([], {
      faults: { '*.test': 'timeout', test: 'timeout', '.': 'timeout' },
      limits: { queries: 60, timeoutMs: 300 },
    });
    expect([dns.a.state, dns.mx.state, dns.caa.state, dns.dmarc.walk[0]?.state, dns.dnssec.state]).toEqual(
      Array(5).fill('unknown'),
    );
  });

  test('queries end if no caller waits any more', async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 50);
    const { dns } = await gathered([], { faults: { '*.test': 'timeout' }, signal: abort.signal });
    expect(dns.mx.state).toBe('unknown');
  });

  test('no name server at all', async () => {
    const server = await startDnsServer({ records: [] });
    await server.close();
    const policy = { allowCidrs: [], allowPorts: [443], dnsServers: [server.server], userAgent: 'test' };
    const egress = createEgress(policy);
    const target = parseTarget('https://example.test/', policy);
    const dns = await gatherDns({ target, egress, signal: AbortSignal.timeout(10_000) });
    egress.close();
    expect(dns).toMatchObject({ ok: true, value: { mx: { state: 'unknown' } } });
  });
});

test('a zone whose signatures do not verify is judged all the same, as resolvers without DNSSEC see it', async () => {
  const { dns } = await gathered(FULL, { authenticated: ['.'], bogus: ['example.test'] });
  expect(dns.dnssec).toMatchObject({ state: 'bogus', extended_error: 6 });
  expect([dns.a.state, dns.mx.state, dns.caa.state, dns.spf[0]?.policies[0]?.state]).toEqual(Array(4).fill('present'));
});

test('questions go out side by side: a slow zone costs a few round trips, not forty', async () => {
  const faults = { '*.test': { slowMs: 500 }, test: { slowMs: 500 }, '.': { slowMs: 500 } } as const;
  const began = performance.now();
  await gathered(FULL, { faults });
  // Longest way: TXT, include, then its addresses; some thirty questions one by one would take 15 s.
  expect(performance.now() - began).toBeLessThan(12_000);
});

test('sockets are closed afterwards', async () => {
  await gathered(FULL);
  const openSockets = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'UDPWrap').length;
  await expect.poll(openSockets, { timeout: 5000 }).toBe(0);
});

test('a host whose signatures do not verify can still be scanned; one whose server fails can not', async () => {
  const server = await startDnsServer({
    records: ['bogus.test A 127.66.0.1', 'broken.test A 127.66.0.1'],
    bogus: ['bogus.test'],
    faults: { 'broken.test': { rcode: 'SERVFAIL' } },
  });
  const egress = createEgress({
    allowCidrs: ['127.66.0.0/16'],
    allowPorts: [443],
    dnsServers: [server.server],
    userAgent: 'test',
  });
  const signal = AbortSignal.timeout(10_000);
  try {
    expect(await egress.resolve('bogus.test', signal)).toEqual([{ address: '127.66.0.1', family: 4 }]);
    await expect(egress.resolve('broken.test', signal)).rejects.toThrow('could not be resolved');
  } finally {
    egress.close();
    await server.close();
  }
});

// The private section of the public suffix list.
test.each<[string, string[]]>([
  ['its own zone', ['acme.uk.com NS n1.acme.uk.com']],
  ['a mail server', ['acme.uk.com MX 10 mx.acme.uk.com']],
  ['a policy', ['_dmarc.acme.uk.com TXT "v=DMARC1; p=reject"']],
])('a name below the suffix of a company is judged by its own records: %s', async (_name, lines) => {
  const { dns } = await gatherZone([...lines, 'uk.com TXT "v=spf1 +all"'], {
    host: 'www.acme.uk.com',
    url: 'https://www.acme.uk.com/',
  });
  expect(dns.ok && dns.value.mail_domain).toBe('acme.uk.com');
});

test('the records of a hosting platform are not those of its customer', async () => {
  const options = { host: 'acme.github.io', url: 'https://acme.github.io/' };
  expect((await gatherZone(['github.io TXT "v=spf1 +all"'], options)).dns).toMatchObject({
    ok: false,
    code: 'not_applicable',
    blame: 'site',
    reason: 'acme.github.io belongs to the platform github.io: only its operator can publish DNS records there',
  });
});
