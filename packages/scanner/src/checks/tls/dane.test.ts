import { expect, test } from 'vitest';
import type { DnsEvidence } from '../../evidence/dns.ts';
import type { TlsaRecord } from '../../evidence/dns-records.ts';
import type { Certificate, TlsEvidence, Trust } from '../../evidence/tls.ts';
import {
  certificateWith,
  chainWith,
  intermediateWith,
  judgedTls,
  outcomeOf,
  tlsWith,
} from '../../../test/tls-evidence.ts';
import check from './dane.ts';

const digest = (pair: string, bytes: number): string => pair.repeat(bytes);
const [AA, CC, EE, II, RR] = ['aa', 'cc', 'ee', '11', '99'].map((pair) => digest(pair, 32)) as [
  string,
  string,
  string,
  string,
  string,
];
const CC512 = digest('cd', 64);
const leaf = { sha256: AA, sha512: digest('ab', 64), spki_sha256: CC, spki_sha512: CC512 };
/** Evidence with this leaf, its issuer and a root of the platform. */
const served = (trust: Partial<Trust> = {}, more: Certificate[] = []): TlsEvidence => {
  const issuer = { ...intermediateWith(), sha256: II };
  const anchor = { subject: 'CN=Lab Root', sha256: RR, public: true };
  return tlsWith({ chain: chainWith([certificateWith(leaf), issuer, ...more], { anchor, ...trust }) });
};

/** The part of the DNS evidence this check reads. */
function dnsWith(records: TlsaRecord[], facts: Partial<DnsEvidence['tlsa']> = {}): DnsEvidence {
  const tlsa = { name: '_443._tcp.example.test', state: 'present', records, authenticated: true, ...facts };
  return { tlsa } as unknown as DnsEvidence;
}

const record = (usage: number, selector: number, matching: number, data: string): TlsaRecord => ({
  usage,
  selector,
  matching,
  data,
});

test.each([
  ['key, SHA-256', [record(3, 1, 1, CC.toUpperCase())], 'matches'],
  ['key, SHA-512', [record(3, 1, 2, CC512)], 'matches'],
  ['certificate', [record(3, 0, 1, AA)], 'matches'],
  ['the next key published as well', [record(3, 1, 1, EE), record(3, 1, 1, CC)], 'matches'],
  ['last year’s key', [record(3, 1, 1, EE)], 'differs'],
  ['the hash of the key where that of the certificate belongs', [record(3, 0, 1, CC)], 'differs'],
  ['the issuer', [record(2, 0, 1, II)], 'matches'],
  ['the leaf named as an issuer', [record(2, 0, 1, AA)], 'differs'],
  ['a root that is not known', [record(0, 0, 1, EE)], 'unknown'],
  // RFC 6698 §2.1.3: the data itself instead of a digest; evidence of older engines lacks its digest.
  ['the whole certificate in the record', [{ ...record(3, 0, 0, '3082'), sha256: AA }], 'matches'],
  ['the whole key in the record', [{ ...record(3, 1, 0, '3059'), sha256: CC }], 'matches'],
  ['the whole of another certificate', [{ ...record(3, 0, 0, '3082'), sha256: EE }], 'differs'],
  ['the whole certificate next to last year’s key', [record(3, 1, 1, EE), record(3, 0, 0, '3082')], 'unknown'],
  ['a digest of the wrong length alone', [record(3, 1, 1, 'cc')], 'unknown'],
  ['the root that clients have', [record(0, 0, 1, RR)], 'matches'],
  ['that root as an issuer of one’s own', [record(2, 0, 1, RR)], 'differs'],
  ['a usage of one’s own', [record(255, 0, 1, AA)], 'unknown'],
])('%s', (_name, records, outcome) => {
  expect(outcomeOf(check, served(), { dns: dnsWith(records) })).toBe(outcome);
});

test('PKIX usages ask for a trusted chain as well', () => {
  const dns = dnsWith([record(1, 1, 1, CC)]);
  expect(outcomeOf(check, served(), { dns })).toBe('matches');
  const untrusted = served({ state: 'untrusted_root', anchor: null });
  // That it matches is not denied.
  expect(judgedTls(check, untrusted, { dns })).toMatchObject({
    outcome: 'untrusted',
    evidence: ['_443._tcp.example.test TLSA 1 1 1 ' + CC, 'certificate chain: untrusted root'],
  });
  expect(outcomeOf(check, untrusted, { dns: dnsWith([record(1, 1, 1, EE)]) })).toBe('differs');
  expect(outcomeOf(check, untrusted, { dns: dnsWith([record(1, 1, 1, CC), record(3, 1, 1, CC)]) })).toBe('matches');
});

test('records that no one signed bind no one', () => {
  const dns = dnsWith([record(3, 1, 1, EE)], { authenticated: false });
  expect(judgedTls(check, served(), { dns })).toMatchObject({ status: 'unknown', deduction: 0 });
});

test('nothing to say without a record, or without DNS evidence', () => {
  expect(outcomeOf(check, served(), { dns: dnsWith([], { state: 'absent' }) })).toBeNull();
  expect(outcomeOf(check, served())).toBeNull();
});

// RFC 7671 §5.2: the certificate has to lead to it, which OpenSSL checks (`s_client -dane_tlsa_rrdata`).
test('a certificate that is sent and did not issue the leaf, nor its issuers, is no match', () => {
  const other = { ...intermediateWith(), subject: 'CN=Previous Authority', sha256: EE };
  const root = {
    ...intermediateWith(),
    subject: intermediateWith().issuer,
    issuer: intermediateWith().issuer,
    sha256: RR,
  };
  const dns = dnsWith([record(2, 0, 1, EE)]);
  expect(outcomeOf(check, served({}, [other]), { dns })).toBe('differs');
  expect(outcomeOf(check, served({}, [other, root]), { dns: dnsWith([record(2, 0, 1, RR)]) })).toBe('matches');
});
