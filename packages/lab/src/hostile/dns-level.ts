import { OK, send, type HostileSite } from './hostile-site.ts';

const honest = send(`${OK}Content-Length: 3\r\n\r\n<p>`);
const site = (name: string, what: string, ends: HostileSite['ends'], dns: HostileSite['dns']): HostileSite => ({
  name,
  what,
  ends,
  layer: 'http',
  serve: honest,
  ...(dns ? { dns } : {}),
});

/** `{host}` is the site's own name, `{address}` its address. */
export const DNS_LEVEL: readonly HostileSite[] = [
  site('dns-silent', 'never answers', 'fault', { faults: { '{host}': 'timeout' } }),
  site('dns-servfail', 'always fails', 'fault', { faults: { '{host}': { rcode: 'SERVFAIL' } } }),
  site('dns-garbage', 'answers with random bytes', 'fault', { faults: { '{host}': 'garbage' } }),
  site('dns-forged-id', 'answers with the wrong id', 'fault', { faults: { '{host}': 'wrong-id' } }),
  site('dns-forged-question', 'answers a different question', 'fault', { faults: { '{host}': 'wrong-question' } }),
  site('dns-truncated', 'truncates, and does not answer over TCP', 'fault', {
    faults: { '{host}': 'truncate-without-tcp' },
  }),
  site('dns-cut', 'cuts messages off in the middle of a record', 'fault', { faults: { '{host}': 'cut' } }),
  site('dns-loop', 'two CNAME records that point to each other', 'fault', {
    records: ['{host} CNAME b.{host}', 'b.{host} CNAME {host}'],
  }),
  site('dns-chain', 'forty CNAME records in a row', 'settled', {
    records: [
      ...Array.from({ length: 40 }, (_, i) => `${i === 0 ? '' : `c${i}.`}{host} CNAME c${i + 1}.{host}`),
      'c40.{host} A {address}',
    ],
  }),
  site('dns-crowd', '1,200 addresses', 'settled', {
    records: ['{host} A {address}', ...Array.from({ length: 1200 }, (_, i) => `{host} A 10.9.${i >> 8}.${i & 255}`)],
  }),
  site('dns-private', 'resolves to loopback', 'refused', { records: ['{host} A 127.0.0.1', '{host} AAAA ::1'] }),
  site('dns-mapped', 'resolves to an IPv4-mapped IPv6 address', 'refused', {
    records: ['{host} AAAA ::ffff:127.0.0.1'],
  }),
  site('dns-mixed', 'a public address among private ones', 'report', {
    records: ['{host} A 127.0.0.1', '{host} A {address}', '{host} A 10.0.0.1'],
  }),
  site('dns-rebind', 'a different address each time', 'report', {
    faults: { '{host}': { rotate: [['{address}'], ['127.0.0.1'], ['169.254.169.254']] } },
  }),
  site('dns-late', 'every answer 600 ms late', 'report', {
    records: ['{host} A {address}'],
    faults: { '{host}': { slowMs: 600 }, '*.{host}': { slowMs: 600 } },
  }),
  site('dns-half', 'an address, and no answer for any other type', 'report', {
    records: ['{host} A {address}'],
    faults: Object.fromEntries(
      ['AAAA', 'MX', 'TXT', 'CAA', 'NS', 'SOA', 'DS', 'DNSKEY', 'CNAME', 'UNKNOWN_65', 'TLSA'].map((type) => [
        `{host} ${type}`,
        'timeout' as const,
      ]),
    ),
  }),
  site('dns-txt-flood', '60 kB of TXT records', 'report', {
    records: [
      '{host} A {address}',
      ...Array.from({ length: 250 }, (_, i) => `{host} TXT "v=spf1 include:i${i}.{host} ${'x'.repeat(150)}"`),
    ],
  }),
  site('dns-aliases', '500 CNAME records with long names in one answer', 'settled', {
    records: [
      ...Array.from(
        { length: 500 },
        (_, i) => `${i === 0 ? '' : `c${i}.${'x'.repeat(40)}.`}{host} CNAME c${i + 1}.${'x'.repeat(40)}.{host}`,
      ),
      `c500.${'x'.repeat(40)}.{host} A {address}`,
    ],
  }),
];
