import { expect, test } from 'vitest';
import type { DnsEvidence } from '../../evidence/dns.ts';
import type { TlsaRecord } from '../../evidence/dns-records.ts';
import { judgedTls, leafWith, outcomeOf } from '../../../test/tls-evidence.ts';
import check from './dane.ts';

const leaf = { sha256: 'aa', sha512: 'aabb', spki_sha256: 'cc', spki_sha512: 'ccdd' };

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
  ['key, SHA-256', [record(3, 1, 1, 'CC')], 'matches'],
  ['key, SHA-512', [record(3, 1, 2, 'ccdd')], 'matches'],
  ['certificate', [record(3, 0, 1, 'aa')], 'matches'],
  ['the next key published as well', [record(3, 1, 1, 'ee'), record(3, 1, 1, 'cc')], 'matches'],
  ['last year’s key', [record(3, 1, 1, 'ee')], 'differs'],
  ['the hash of the key where that of the certificate belongs', [record(3, 0, 1, 'cc')], 'differs'],
  ['the issuer', [record(2, 0, 1, 'ii')], 'matches'],
  ['the leaf named as an issuer', [record(2, 0, 1, 'aa')], 'differs'],
  ['a root that is not sent', [record(0, 0, 1, 'rr')], 'unknown'],
  ['the whole certificate in the record', [record(3, 0, 0, 'aabbcc')], 'unknown'],
  ['a usage of one’s own', [record(255, 0, 1, 'aa')], 'unknown'],
])('%s', (_name, records, outcome) => {
  expect(outcomeOf(check, leafWith(leaf), { dns: dnsWith(records) })).toBe(outcome);
});

test('PKIX usages ask for a trusted chain as well', () => {
  const dns = dnsWith([record(1, 1, 1, 'cc')]);
  expect(outcomeOf(check, leafWith(leaf), { dns })).toBe('matches');
  const untrusted = leafWith(leaf, { state: 'untrusted_root', anchor: null });
  // That it matches is not denied.
  expect(judgedTls(check, untrusted, { dns })).toMatchObject({
    outcome: 'untrusted',
    evidence: ['_443._tcp.example.test TLSA 1 1 1 cc', 'certificate chain: untrusted root'],
  });
  expect(outcomeOf(check, untrusted, { dns: dnsWith([record(1, 1, 1, 'ee')]) })).toBe('differs');
  expect(outcomeOf(check, untrusted, { dns: dnsWith([record(1, 1, 1, 'cc'), record(3, 1, 1, 'cc')]) })).toBe('matches');
});

test('records that no one signed bind no one', () => {
  const dns = dnsWith([record(3, 1, 1, 'ee')], { authenticated: false });
  expect(judgedTls(check, leafWith(leaf), { dns })).toMatchObject({ status: 'unknown', deduction: 0 });
});

test('nothing to say without a record, or without DNS evidence', () => {
  expect(outcomeOf(check, leafWith(leaf), { dns: dnsWith([], { state: 'absent' }) })).toBeNull();
  expect(outcomeOf(check, leafWith(leaf))).toBeNull();
});
