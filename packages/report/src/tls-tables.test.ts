import { expect, it } from 'vitest';
import { tlsSummary, tlsTables } from './tls-tables.ts';

const DETAILS = {
  attacks: [
    { name: 'SWEET32', state: 'exposed', by: 'TLS_RSA_WITH_3DES_EDE_CBC_SHA is accepted' },
    { name: 'POODLE', state: 'not_exposed', by: null },
    { name: 'ROBOT', state: 'not_tested', by: 'Suites with static RSA are accepted.' },
    { name: 'CRIME', state: 'unknown', by: null },
  ],
  clients: [
    { client: 'Chrome 150', connects: true, version: 'TLS 1.3', suite: 'TLS_AES_128_GCM_SHA256', reason: null },
    { client: 'Java 7', connects: false, version: null, suite: null, reason: 'no version in common' },
    { client: 'curl 7', connects: null, version: null, suite: null, reason: null },
  ],
  group_list: [
    { group: 'X25519', offered: true },
    { group: 'ffdhe', offered: false },
  ],
  policies: [
    { policy: 'Mozilla modern', passes: false, failures: ['TLS 1.2 is accepted'], fix: 'ssl_protocols TLSv1.3;' },
    { policy: 'Mozilla old', passes: true, failures: [], fix: null },
  ],
} satisfies Parameters<typeof tlsTables>[0];

it('tables name every state in words', () => {
  const cells = tlsTables(DETAILS).flatMap(({ rows }) => rows.map((row) => row.join(' | ')));
  expect(cells).toEqual([
    'X25519 | yes',
    'ffdhe (RFC 7919) | no',
    'SWEET32 | exposed | TLS_RSA_WITH_3DES_EDE_CBC_SHA is accepted',
    'POODLE | not exposed | –',
    'ROBOT | not tested by design | Suites with static RSA are accepted.',
    'CRIME | not assessed | –',
    'Mozilla modern | no | TLS 1.2 is accepted',
    'Mozilla old | yes | –',
    'Chrome 150 | yes | TLS 1.3, TLS_AES_128_GCM_SHA256',
    'Java 7 | no | no version in common',
    'curl 7 | not assessed | –',
  ]);
  expect(tlsTables({})).toEqual([]);
});

it('a summary says what is out of the ordinary', () => {
  expect(tlsSummary(DETAILS)).toEqual([
    'Attacks, exposed to: SWEET32 (TLS_RSA_WITH_3DES_EDE_CBC_SHA is accepted)',
    'Attacks, not exposed to: POODLE',
    'Attacks, not tested by design: ROBOT',
    'Clients: 1 of 3 connect, 1 not assessed',
    'Clients that cannot connect, no version in common: Java 7',
    'Policies passed: Mozilla old',
    'Policy failed: Mozilla modern: TLS 1.2 is accepted',
    'Key exchange groups: X25519',
    'Key exchange groups refused: ffdhe',
  ]);
  expect(tlsSummary({})).toEqual([]);
  const other_addresses = [{ address: '2001:db8::1', answers: true, differences: ['TLS 1.3 is refused there'] }];
  expect(tlsSummary({ other_addresses })).toEqual(['Address 2001:db8::1: TLS 1.3 is refused there']);
  expect(tlsTables({ other_addresses })[0]?.rows).toEqual([['2001:db8::1', 'TLS 1.3 is refused there']]);
  const revocation = { status: 'good', method: 'crl', reason: null };
  expect(tlsSummary({ revocation })).toEqual(['Revocation status from the authority by CRL: good']);
});
