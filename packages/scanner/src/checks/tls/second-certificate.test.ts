import { expect, test } from 'vitest';
import { certificateWith, chainWith, daysFromScan, judgedTls, outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import type { Certificate, Trust } from '../../evidence/tls.ts';
import { ROOT_PROGRAMS } from '../../data/root-programs.ts';
import keyCheck from './certificate-key.ts';
import check from './second-certificate.ts';

/** A root of Mozilla that Chrome does not have. */
const DROPPED = {
  subject: 'CN=Root',
  sha256: [...ROOT_PROGRAMS].find(([, { chrome, mozilla }]) => chrome === false && mozilla === true)?.[0] ?? '',
  public: true,
};
const OWN_DAYS = { not_before: daysFromScan(-100), not_after: daysFromScan(400) };
const rsa = { key: { type: 'RSA', bits: 2048, curve: null } };

test.each([
  ['sound', {}, {}, 'sound'],
  ['expired', { not_after: daysFromScan(-1) }, {}, 'refused'],
  ['not yet valid', { not_before: daysFromScan(1) }, {}, 'refused'],
  ['another name', { dns_names: ['other.test'] }, {}, 'refused'],
  ['untrusted', {}, { state: 'self_signed' as const }, 'refused'],
  ['RSA of 1024 bits', { key: { type: 'RSA', bits: 1024, curve: null } }, {}, 'refused'],
  ['RSA of 1536 bits', { key: { type: 'RSA', bits: 1536, curve: null } }, {}, 'weak'],
  ['SHA-1', { signature_hash: 'SHA-1' as const }, {}, 'refused'],
  ['SHA-224', { signature_hash: 'SHA-224' as const }, {}, 'refused'],
  ['made for clients', { extended_key_usage: ['1.3.6.1.5.5.7.3.2'] }, {}, 'refused'],
  ['an authority', { is_ca: true }, {}, 'refused'],
  ['a key that may only encrypt', { key_usage: ['keyEncipherment' as const] }, {}, 'refused'],
  ['of a root that Chrome has dropped', {}, { anchor: DROPPED }, 'refused'],
  ['of 500 days', OWN_DAYS, {}, 'refused'],
  ['of 500 days, from the operator’s own authority', OWN_DAYS, { anchor: { ...DROPPED, public: false } }, 'sound'],
  ['without its intermediate', {}, { state: 'incomplete' as const }, 'weak'],
])('%s', (_name, facts, trust, outcome) => {
  const second_chain = chainWith([certificateWith({ ...rsa, ...facts })], trust);
  expect(outcomeOf(check, tlsWith({ second_chain }))).toBe(outcome);
});

test('names the certificate and its faults', () => {
  const second_chain = chainWith([certificateWith({ ...rsa, serial: '0F', not_after: daysFromScan(-1) })]);
  expect(judgedTls(check, tlsWith({ second_chain }))?.evidence).toEqual([
    'CN=example.test (serial 0F, for clients without ECDSA): expired on 2026-11-20',
  ]);
});

/** One with TLS 1.2, another with TLS 1.3. */
const older = (certificates: Certificate[], trust: Partial<Trust> = {}) => ({
  other_chains: [{ version: 'TLS 1.2' as const, chain: chainWith(certificates, trust) }],
});

test('the certificate of an older version, or of another server behind the address, counts like the second one', () => {
  const expired = certificateWith({ sha256: 'other', serial: '0F', not_after: daysFromScan(-1) });
  expect(judgedTls(check, tlsWith(older([expired])))).toMatchObject({
    outcome: 'refused',
    cap: 49,
    evidence: ['CN=example.test (serial 0F, seen with TLS 1.2): expired on 2026-11-20'],
  });
  expect(outcomeOf(check, tlsWith(older([certificateWith({ sha256: 'other' })])))).toBe('sound');
});

test('the usual certificate without its intermediate is weak there; what is wrong with it everywhere is told once', () => {
  const old = certificateWith({ not_after: daysFromScan(-1) });
  expect(judgedTls(check, tlsWith(older([certificateWith()], { state: 'incomplete' })))).toMatchObject({
    outcome: 'weak',
    evidence: [expect.stringContaining('does not send its intermediate')],
  });
  expect(outcomeOf(check, tlsWith({ chain: chainWith([old]), ...older([old], { state: 'trusted' }) }))).toBe('sound');
});

test('is held to no other cap than the first', () => {
  const weak = { ...rsa, key: { type: 'RSA', bits: 1024, curve: null } };
  const second_chain = chainWith([certificateWith(weak)]);
  expect(judgedTls(check, tlsWith({ second_chain }))?.cap).toBe(49);
  expect(judgedTls(keyCheck, tlsWith({ chain: second_chain }))?.cap).toBe(49);
});

test('nothing to say with one certificate', () => {
  expect(outcomeOf(check, tlsWith())).toBeNull();
});
