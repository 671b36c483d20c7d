import { expect, it } from 'vitest';
import { certificateWith, chainWith, classesWith, tlsWith } from '../../../test/tls-evidence.ts';
import type { TlsEvidence } from '../../evidence/tls.ts';
import { policyVerdicts } from './policies.ts';

const verdict = (name: string, tls: Partial<TlsEvidence> = {}) =>
  policyVerdicts(tlsWith(tls)).find(({ policy }) => policy.startsWith(name));
const { versions } = tlsWith();
const rsa = (bits: number) => ({ chain: chainWith([certificateWith({ key: { type: 'RSA', bits, curve: null } })]) });

it('a sound server passes all but the strictest', () => {
  expect(policyVerdicts(tlsWith()).filter(({ passes }) => passes !== true)).toMatchObject([
    { policy: 'Mozilla modern (5.8)', failures: ['TLS 1.2 is accepted'] },
  ]);
});

it.each<[string, Partial<TlsEvidence>, string]>([
  ['Mozilla intermediate', { versions: { ...versions, 'TLS 1.0': true } }, 'TLS 1.0 is accepted'],
  ['Mozilla intermediate', { dh_bits: 1024 }, 'Diffie-Hellman prime of 1024 bits, 2048 wanted'],
  ['PCI DSS', { suite_classes: classesWith({ block64: true }) }, 'suites of the class block64 are accepted'],
  ['PCI DSS', rsa(1024), 'RSA key of 1024 bits, 2048 wanted'],
  ['NCSC-NL', { extended_master_secret: false }, 'no extended master secret'],
  ['BSI', rsa(2048), 'RSA key of 2048 bits, 3000 wanted'],
])('%s: %o', (name, tls, line) => {
  expect(verdict(name, tls)).toMatchObject({ passes: false, failures: [line] });
});

it('says how to fix it, and does not pass what it does not know', () => {
  expect(verdict('Mozilla intermediate', { versions: { ...versions, 'TLS 1.0': true } })?.fix).toContain(
    'ssl_protocols',
  );
  expect(verdict('Mozilla intermediate', { suites_complete: {} })?.passes).toBeNull();
});
