import { expect, test } from 'vitest';
import {
  certificateWith,
  chainWith,
  daysFromScan,
  intermediateWith,
  judgedTls,
  outcomeOf,
  tlsWith,
} from '../../../test/tls-evidence.ts';
import type { Certificate, OtherAddress, Trust } from '../../evidence/tls.ts';
import check from './other-addresses.ts';

const same = { 'TLS 1.3': true, 'TLS 1.2': true, older: false };
const OTHER: OtherAddress = {
  address: '2001:db8::1',
  family: 6,
  answer: 'hello',
  versions: same,
  chain: tlsWith().chain,
  client_certificate_requested: false,
};
const other = (facts: Partial<OtherAddress>) => tlsWith({ other_addresses: [{ ...OTHER, ...facts }] });
/** Another leaf there. */
const leaf = (facts: Partial<Certificate>, trust: Partial<Trust> = {}) => ({
  chain: chainWith([certificateWith({ sha256: 'bb', ...facts }), intermediateWith()], trust),
});
const old = intermediateWith({ not_after: daysFromScan(-1) });

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
  ['self-signed there', leaf({}, { state: 'self_signed' }), 'refused_certificate'],
  ['an unknown authority there', leaf({}, { state: 'unknown_issuer' }), 'refused_certificate'],
  ['an expired intermediate there', { chain: chainWith([certificateWith({}), old]) }, 'refused_certificate'],
  // Browsers fetch it, apps and command-line tools do not: as at the address that is scanned.
  ['no intermediate there', { chain: chainWith([certificateWith({})], { state: 'incomplete' }) }, 'weak_certificate'],
  ['RSA of 1536 bits there', leaf({ key: { type: 'RSA', bits: 1536, curve: null } }), 'weak_certificate'],
  ['no certificate seen there', { chain: null }, 'unknown'],
  [
    'an old version there, and no certificate seen',
    { versions: { ...same, older: true }, chain: null },
    'older_version',
  ],
  ['every handshake refused', { answer: 'alert', versions: { 'TLS 1.3': false, 'TLS 1.2': false, older: false }, chain: null }, 'no_tls'], // prettier-ignore
  // unrecognized_name and others that say nothing of versions.
  ['other alerts', { answer: 'alert', versions: { 'TLS 1.3': null, 'TLS 1.2': null, older: null }, chain: null }, 'unknown'], // prettier-ignore
  ['plain HTTP there', { answer: 'not_tls', chain: null }, 'no_tls'],
  ['the port is closed there', { answer: 'refused', chain: null }, 'no_tls'],
  ['silence', { answer: 'silent', chain: null }, 'unknown'],
  ['no IPv6 here', { answer: 'unreachable', chain: null }, 'unknown'],
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

test('a fault of the certificate here is said once, and not again of an address that serves the same', () => {
  const chain = chainWith([certificateWith({ not_after: daysFromScan(-1) }), intermediateWith()]);
  expect(outcomeOf(check, tlsWith({ chain, other_addresses: [{ ...OTHER, chain }] }))).toBe('alike');
});

test('a client certificate that is asked for there alone, and addresses that were left, are named', () => {
  const asking = { ...OTHER, client_certificate_requested: true };
  const tls = tlsWith({ client_certificate_requested: false, other_addresses: [asking], addresses_left: 2 });
  expect(judgedTls(check, tls)).toMatchObject({
    outcome: 'partly',
    evidence: ['2001:db8::1: it requests a client certificate', '2 more addresses not checked'],
  });
});
