import { expect, test } from 'vitest';
import { certificateWith, daysFromScan, judgedTls, outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import type { OtherAddress } from '../../evidence/tls.ts';
import check from './other-addresses.ts';

const same = { 'TLS 1.3': true, 'TLS 1.2': true, older: false };
const OTHER: OtherAddress = {
  address: '2001:db8::1',
  family: 6,
  answer: 'hello',
  versions: same,
  certificate: certificateWith(),
  trust: 'trusted',
};
const other = (facts: Partial<OtherAddress>) => tlsWith({ other_addresses: [{ ...OTHER, ...facts }] });
/** A leaf of its own there. */
const leaf = (facts: Parameters<typeof certificateWith>[0]) => ({
  certificate: certificateWith({ sha256: 'bb', ...facts }),
});

// RFC 8305 §4: a client tries the addresses of a name in turn, and stays with the first that answers.
test.each<[string, Partial<OtherAddress>, string]>([
  ['the same everywhere', {}, 'alike'],
  ['another sound certificate', leaf({}), 'alike'],
  ['TLS 1.2 has been switched off there', { versions: { ...same, 'TLS 1.2': false } }, 'missing_version'],
  ['a version is not known there', { versions: { 'TLS 1.3': null, 'TLS 1.2': null, older: null } }, 'alike'],
  ['an old version there', { versions: { ...same, older: true } }, 'older_version'],
  ['expired there', leaf({ not_after: daysFromScan(-1) }), 'refused_certificate'],
  ['not valid yet there', leaf({ not_before: daysFromScan(1) }), 'refused_certificate'],
  ['for another name', leaf({ dns_names: ['old.test'] }), 'refused_certificate'],
  ['RSA of 1024 bits there', leaf({ key: { type: 'RSA', bits: 1024, curve: null } }), 'refused_certificate'],
  ['made for clients', leaf({ extended_key_usage: ['1.3.6.1.5.5.7.3.2'] }), 'refused_certificate'],
  ['self-signed there', { ...leaf({}), trust: 'self_signed' }, 'refused_certificate'],
  ['an unknown authority there', { ...leaf({}), trust: 'unknown_issuer' }, 'refused_certificate'],
  ['plain HTTP there', { answer: 'not_tls', certificate: null }, 'no_tls'],
  ['the port is closed there', { answer: 'refused', certificate: null }, 'no_tls'],
  ['silence', { answer: 'silent', certificate: null }, 'unknown'],
  ['no IPv6 here', { answer: 'unreachable', certificate: null }, 'unknown'],
])('%s: %s', (_, facts, outcome) => {
  expect(outcomeOf(check, other(facts))).toBe(outcome);
});

test('one address is no comparison', () => {
  expect(outcomeOf(check, tlsWith())).toBeNull();
});

test('what is worse here than there is said by other checks', () => {
  const tls = tlsWith({ versions: { ...tlsWith().versions, 'TLS 1.1': true }, other_addresses: [OTHER] });
  expect(judgedTls(check, tls)).toMatchObject({
    outcome: 'alike',
    evidence: ['2001:db8::1: TLS 1.1 or older is refused there'],
  });
});
