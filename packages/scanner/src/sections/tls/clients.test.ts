import { expect, it } from 'vitest';
import { certificateWith, chainWith, tlsWith } from '../../../test/tls-evidence.ts';
import type { TlsEvidence } from '../../evidence/tls.ts';
import { clientsOf } from './clients.ts';

const client = (name: string, tls: Partial<TlsEvidence>) =>
  clientsOf(tlsWith(tls)).find((one) => one.client.startsWith(name));
const only = (...offered: string[]): Partial<TlsEvidence> => ({
  versions: Object.fromEntries(
    Object.keys(tlsWith().versions).map((version) => [version, offered.includes(version)]),
  ) as TlsEvidence['versions'],
});

it('nearly thirty clients connect to a sound server', () => {
  const list = clientsOf(tlsWith());
  expect(list.length).toBeGreaterThanOrEqual(28);
  expect(list.filter(({ connects }) => connects !== true)).toEqual([]);
  expect(client('Chrome 150', {})).toMatchObject({ version: 'TLS 1.3', suite: 'TLS_AES_128_GCM_SHA256' });
});

it.each<[string, string, Partial<TlsEvidence>, object]>([
  [
    'TLS 1.3 alone',
    'SChannel Windows Server 2016',
    only('TLS 1.3'),
    { connects: false, reason: 'no version in common' },
  ],
  ['TLS 1.0 alone', 'Chrome 150', only('TLS 1.0'), { connects: false, reason: 'no version in common' }],
  [
    'suites that it does not have',
    'Firefox 144',
    { ...only('TLS 1.2'), suites: { 'TLS 1.2': ['TLS_RSA_WITH_RC4_128_SHA'] }, suites_complete: { 'TLS 1.2': true } },
    { connects: false, reason: 'no cipher suite in common with TLS 1.2' },
  ],
  [
    'a list that was cut',
    'Firefox 144',
    { ...only('TLS 1.2'), suites: { 'TLS 1.2': ['TLS_RSA_WITH_RC4_128_SHA'] }, suites_complete: { 'TLS 1.2': false } },
    { connects: null },
  ],
  [
    'a key on P-521',
    'Chrome 150',
    { chain: chainWith([certificateWith({ key: { type: 'EC', bits: 521, curve: 'P-521' } })]) },
    { connects: false, reason: 'offers no signature for a key of kind P-521' },
  ],
  [
    'the same for a client that has it',
    'OpenSSL 3.0',
    { chain: chainWith([certificateWith({ key: { type: 'EC', bits: 521, curve: 'P-521' } })]) },
    { connects: true },
  ],
])('%s: %s', (_what, name, tls, expected) => {
  expect(client(name, tls)).toMatchObject(expected);
});
