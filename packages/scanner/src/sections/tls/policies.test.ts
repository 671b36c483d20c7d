import { expect, it } from 'vitest';
import { certificateWith, chainWith, classesWith, tlsWith } from '../../../test/tls-evidence.ts';
import type { TlsEvidence } from '../../evidence/tls.ts';
import { policyVerdicts } from './policies.ts';

const groups = (...list: string[]) => list.map((group) => ({ group, offered: true }));
/** Its groups are known, and required by every policy but one. */
const server = (tls: Partial<TlsEvidence> = {}) => tlsWith({ group_list: groups('X25519'), ...tls });
const verdict = (name: string, tls: Partial<TlsEvidence> = {}) =>
  policyVerdicts(server(tls)).find(({ policy }) => policy.startsWith(name));
const { versions } = tlsWith();
const rsa = (bits: number) => ({ chain: chainWith([certificateWith({ key: { type: 'RSA', bits, curve: null } })]) });

it('a sound server passes all but the strictest', () => {
  expect(policyVerdicts(server()).filter(({ passes }) => passes !== true)).toMatchObject([
    { policy: 'Mozilla modern (5.8)', failures: ['TLS 1.2 is accepted'] },
    {
      policy: 'BSI TR-02102-2 (2023)',
      failures: ['the group X25519 is accepted', 'the group X25519MLKEM768 is accepted'],
    },
  ]);
});

const BSI_GROUPS: Partial<TlsEvidence> = {
  groups: { 'TLS 1.2': 'secp256r1', 'TLS 1.3': 'secp256r1' },
  group_list: groups('secp256r1'),
  post_quantum: { offered: false, group: null },
};

it.each<[string, Partial<TlsEvidence>, string]>([
  ['Mozilla intermediate', { versions: { ...versions, 'TLS 1.0': true } }, 'TLS 1.0 is accepted'],
  ['Mozilla intermediate', { dh_bits: 1024 }, 'Diffie-Hellman prime of 1024 bits, 2048 required'],
  ['PCI DSS', { suite_classes: classesWith({ block64: true }) }, 'block64 suites are accepted'],
  ['PCI DSS', rsa(1024), 'RSA key of 1024 bits, 2048 required'],
  ['NCSC-NL', { extended_master_secret: false }, 'no extended master secret'],
  ['BSI', { ...BSI_GROUPS, ...rsa(2048) }, 'RSA key of 2048 bits, 3000 required'],
  ['PCI DSS', { second_chain: rsa(1024).chain }, 'RSA key of 1024 bits, 2048 required'],
  ['Mozilla intermediate', { group_list: groups('secp521r1') }, 'the group secp521r1 is accepted'],
  ['Mozilla intermediate', { weak_group: { offered: true, group: 'secp192r1' } }, 'the group secp192r1 is accepted'],
  ['NCSC-NL', { group_list: groups('ffdhe2048', 'X25519MLKEM768') }, 'the group ffdhe2048 is accepted'],
])('%s: %o', (name, tls, line) => {
  expect(verdict(name, tls)).toMatchObject({ passes: false, failures: [line] });
});

it('says how to fix it, and does not pass what it does not know', () => {
  expect(verdict('Mozilla intermediate', { versions: { ...versions, 'TLS 1.0': true } })?.fix).toContain(
    'ssl_protocols',
  );
  expect(verdict('Mozilla intermediate', { suites_complete: {} })?.passes).toBeNull();
  expect(verdict('Mozilla intermediate', { group_list: [] })?.passes).toBeNull();
  expect(verdict('Mozilla intermediate', { group_list: [{ group: 'X25519', offered: null }] })?.passes).toBeNull();
  const prime = { suite_classes: classesWith({ tls13: true, ecdhe_aead: true, dhe_aead: true }), dh_bits: null };
  expect(verdict('PCI DSS', prime)?.passes).toBeNull();
  const open = { suite_classes: classesWith({ tls13: true, ecdhe_aead: true, dhe_aead: null }), dh_bits: null };
  expect(verdict('PCI DSS', open)?.passes).toBeNull();
  const older = { versions: { ...versions, 'TLS 1.2': null }, suites_complete: { 'TLS 1.3': true } };
  expect(verdict('Mozilla intermediate', older)?.passes).toBeNull();
  expect(verdict('Mozilla intermediate', { groups: {}, group_list: [], post_quantum: { offered: false, group: null } })?.passes).toBeNull(); // prettier-ignore
});

it('the configuration that it gives is one that passes', () => {
  const older = { versions: { ...versions, 'TLS 1.0': true }, suites: { 'TLS 1.2': ['TLS_RSA_WITH_AES_128_CBC_SHA'] } };
  const modern = verdict('Mozilla modern', older)?.fix;
  expect(modern).toContain('ssl_protocols TLSv1.3;');
  expect(modern).not.toContain('TLSv1.2');
  const bsi = verdict('BSI', older)?.fix;
  expect(bsi).toContain('ssl_conf_command Ciphersuites TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384;');
  expect(bsi).toContain('ssl_ecdh_curve prime256v1:secp384r1;');
  expect(bsi).not.toContain('CHACHA20');
  expect(verdict('NCSC', older)?.fix).toContain('ECDHE-RSA-CHACHA20-POLY1305');
  // With OpenSSL's usual level, nginx does not start with a prime of 1024 bits, whether or not it is used.
  expect(verdict('PCI', { dh_bits: 1024 })?.fix).toContain('remove ssl_dhparam');
  expect(verdict('BSI', { ...BSI_GROUPS, ...rsa(2048) })?.fix).toContain('--key-type ecdsa');
});
