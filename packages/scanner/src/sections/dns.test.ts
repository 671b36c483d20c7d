import { DnsSection } from '@palisade/report/sections/dns';
import { expect, test } from 'vitest';
import { gatherZone, type ZoneOptions } from '../../test/dns-evidence.ts';
import { evidenceWith } from '../../test/evidence.ts';
import { sourcesOf } from '../facts/sources.ts';
import { dnsEvidence } from './dns.ts';

async function section(lines: readonly string[], options: ZoneOptions = {}): Promise<Omit<DnsSection, 'checks'>> {
  const { dns } = await gatherZone(lines, options);
  const evidence = evidenceWith({ dns, target: { host: options.host ?? 'example.test' } });
  const shown = dnsEvidence(evidence, sourcesOf(evidence));
  expect(DnsSection.parse({ ...shown, checks: [] })).toEqual({ ...shown, checks: [] });
  return shown;
}

test('a complete zone', async () => {
  const shown = await section(
    [
      '@ A 192.0.2.10',
      '@ AAAA 2001:db8::10',
      '@ NS n1.@',
      'n1.@ A 192.0.2.53',
      '@ MX 10 mx.@',
      'mx.@ A 192.0.2.25',
      '@ CAA 0 issue "ca.example"',
      '@ TXT "v=spf1 mx include:a.@ ~all"',
      'a.@ TXT "v=spf1 ip4:192.0.2.0/24 -all"',
      '_dmarc.@ TXT "v=DMARC1; p=reject; sp=quarantine; rua=mailto:d@example.test"',
      '_smtp._tls.@ TXT "v=TLSRPTv1; rua=mailto:t@example.test"',
      '@ HTTPS 1 . alpn=h2,h3',
      '@ DS 7 13 2 ab',
      '@ DNSKEY 257 3 13 AAAA',
      `_443._tcp.@ TLSA 3 1 1 ${'ab'.repeat(32)}`,
    ],
    { authenticated: ['.', 'example.test'] },
  );
  expect(shown).toMatchObject({
    host: 'example.test',
    a: { state: 'present', addresses: ['192.0.2.10'] },
    cname_chain: [],
    ns: { servers: [{ host: 'n1.example.test', addresses: ['192.0.2.53'] }] },
    mx: { null_mx: false, records: [{ preference: 10, exchange: 'mx.example.test', resolves: true }] },
    caa: { found_at: 'example.test', records: [{ flags: 0, tag: 'issue', value: 'ca.example' }] },
    dnssec: { state: 'secure', ds: [{ key_tag: 7, algorithm: 'ECDSAP256SHA256', digest: 'SHA-256' }] },
    spf: { result: 'valid', all: '~', lookups: 2, void_lookups: 0, includes: ['a.example.test'] },
    dmarc: { state: 'found', found_at: 'example.test', policy: 'reject', subdomain_policy: 'quarantine' },
    mta_sts: { state: 'absent', mode: null },
    tls_rpt: { state: 'present', record: 'v=TLSRPTv1; rua=mailto:t@example.test' },
    https: { records: [{ priority: 1, alpn: ['h2', 'h3'] }] },
    tlsa: { authenticated: true, records: [`3 1 1 ${'ab'.repeat(32)}`] },
  });
});

test('an empty zone and a failing zone are reported differently', async () => {
  const empty = await section([]);
  const failing = await section([], {
    faults: { '*.example.test': { rcode: 'SERVFAIL' }, 'example.test': { rcode: 'SERVFAIL' } },
  });
  expect([empty.mx?.state, empty.caa?.state, empty.spf?.result, empty.dmarc?.state]).toEqual([
    'absent',
    'absent',
    'none',
    'none',
  ]);
  expect([failing.mx?.state, failing.caa?.state, failing.spf?.result, failing.dmarc?.state]).toEqual(
    Array(4).fill('unknown'),
  );
  expect(failing.mx?.reason).toContain('SERVFAIL');
});

test('a wildcard TXT record is not a policy', async () => {
  const shown = await section(['*.@ TXT "v=spf1 -all"']);
  expect([shown.mta_sts?.state, shown.tls_rpt?.state, shown.bimi?.state, shown.dmarc?.state]).toEqual([
    'absent',
    'absent',
    'absent',
    'none',
  ]);
});

test('the chain of aliases and the policy of a host below the mail domain', async () => {
  const shown = await section(
    [
      'www.@ CNAME a.cdn.test',
      'a.cdn.test CNAME b.cdn.test',
      'b.cdn.test A 192.0.2.1',
      '_dmarc.@ TXT "v=DMARC1; p=reject; sp=none"',
    ],
    { host: 'www.example.test' },
  );
  expect(shown).toMatchObject({
    cname_chain: ['a.cdn.test', 'b.cdn.test'],
    mail_domain: 'example.test',
    dmarc: { policy: 'none' },
  });
});

test('no claims about a target without DNS', async () => {
  const shown = await section([], { host: 'x', url: 'https://127.66.0.1/' });
  expect(Object.values(shown)).toEqual(Object.keys(shown).map(() => null));
});
