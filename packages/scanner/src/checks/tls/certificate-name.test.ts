import { expect, test } from 'vitest';
import { judgedTls, leafWith, outcomeOf } from '../../../test/tls-evidence.ts';
import check from './certificate-name.ts';

const onHost = (host: string, names: { dns?: string[]; ip?: string[]; commonName?: string }) => ({
  ...leafWith({ dns_names: names.dns ?? [], ip_addresses: names.ip ?? [], common_name: names.commonName ?? null }),
  host,
});

test.each([
  ['a.example.test', { dns: ['a.example.test'] }, 'covered'],
  ['a.example.test', { dns: ['A.EXAMPLE.test'] }, 'covered'],
  // RFC 5280 §4.2.1.6 has no dot at the end; Firefox and OpenSSL take none.
  ['a.example.test', { dns: ['a.example.test.'] }, 'other_names'],
  ['a.example.test', { dns: ['*.example.test'] }, 'covered'],
  ['example.test', { dns: ['*.example.test'] }, 'other_names'],
  ['a.b.example.test', { dns: ['*.example.test'] }, 'other_names'],
  ['a.example.test', { dns: ['a*.example.test', '*a.example.test'] }, 'other_names'],
  ['a.example.test', { dns: ['*.*.test'] }, 'other_names'],
  ['example.test', { dns: ['*.test'] }, 'other_names'],
  ['example.test', { dns: ['*'] }, 'other_names'],
  ['shop.co.uk', { dns: ['*.co.uk'] }, 'other_names'],
  ['shop.example.co.uk', { dns: ['*.example.co.uk'] }, 'covered'],
  // A registry of the private part of the list, which browsers leave to its owner.
  ['shop.github.io', { dns: ['*.github.io'] }, 'covered'],
  ['example.test', { commonName: 'example.test' }, 'common_name_only'],
  ['example.test', { dns: ['other.test'], commonName: 'example.test' }, 'common_name_only'],
  ['example.test', { commonName: 'Some Company' }, 'no_names'],
  ['192.0.2.1', { ip: ['192.0.2.1'] }, 'covered'],
  ['192.0.2.1', { dns: ['192.0.2.1'] }, 'other_names'],
  ['2001:db8::1', { ip: ['2001:db8:0:0:0:0:0:1'] }, 'covered'],
  ['192.0.2.1', { ip: ['192.0.2.2'] }, 'other_names'],
  ['a_b.example.test', { dns: ['a_b.example.test'] }, 'covered'],
  ['a_b.example.test', { dns: ['*.example.test'] }, 'covered'],
  ['xn--bcher-kva.test', { dns: ['xn--*.test', 'xn--bcher-kv*.test'] }, 'other_names'],
  ['shop.xn--bcher-kva.test', { dns: ['*.xn--bcher-kva.test'] }, 'covered'],
  ['foobar.example.test', { dns: ['f*.example.test'] }, 'other_names'],
  ['shop.kobe.jp', { dns: ['*.kobe.jp'] }, 'other_names'],
  ['shop.foo.kobe.jp', { dns: ['*.foo.kobe.jp'] }, 'other_names'],
  ['a.b.foo.kobe.jp', { dns: ['*.b.foo.kobe.jp'] }, 'covered'],
  ['shop.s3.amazonaws.com', { dns: ['*.s3.amazonaws.com'] }, 'covered'],
  ['192.0.2.1', { dns: ['*.0.2.1'] }, 'other_names'],
  ['1.2.3.example.test', { dns: ['*.2.3.example.test'] }, 'covered'],
  // Firefox 153 and Chromium 156 pass over entries that are no hostnames.
  ['a.example.test', { dns: ['b..example.test', 'a.example.test'] }, 'covered'],
  ['a.example.test', { dns: ['example.test.', 'a.example.test'] }, 'covered'],
  ['a.example.test', { dns: ['', 'a.example.test'] }, 'covered'],
  ['a.example.test', { dns: ['*.test', 'a.example.test'] }, 'covered'],
  ['a.example.test', { dns: ['f*.example.test', '*.example.test'] }, 'covered'],
  ['a.example.test', { dns: ['192.0.2.1', 'a.example.test'] }, 'covered'],
  ['a.example.test', { dns: ['https://a.example.test/', 'a.example.test'] }, 'covered'],
  ['a.example.test', { dns: ['-a.example.test', 'a.example.test'] }, 'covered'],
  ['a.example.test', { dns: [`${'a'.repeat(64)}.test`, 'a.example.test'] }, 'covered'],
  ['a.example.test', { dns: ['a b.example.test', 'a.example.test'] }, 'covered'],
  ['a.example.test', { dns: ['a.example.test', 'b..example.test'] }, 'covered'],
  ['a.example.test', { dns: ['b..example.test'] }, 'other_names'],
  ['192.0.2.1', { dns: ['b..example.test'], ip: ['192.0.2.1'] }, 'covered'],
])('%s with %o: %s', (host, names, outcome) => {
  expect(outcomeOf(check, onHost(host, names))).toBe(outcome);
});

test('names host and certificate, but not a thousand names', () => {
  const dns = Array.from({ length: 1000 }, (_, at) => `n${at}.example.test`);
  const verdict = judgedTls(check, onHost('www.example.test', { dns }));
  expect(verdict).toMatchObject({ severity: 'critical', cap: 49, fix: expect.stringContaining('-d www.example.test') });
  expect(verdict?.evidence).toHaveLength(22);
  expect(verdict?.evidence.at(-1)).toBe('and 980 more names');
});
