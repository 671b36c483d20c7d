import { expect, test } from 'vitest';
import { evidenceWith, judged } from '../../../test/evidence.ts';
import { leafWith } from '../../../test/tls-evidence.ts';
import { gatherZone } from '../../../test/dns-evidence.ts';
import type { TlsaRecord } from '../../evidence/dns-records.ts';
import type { DnsEvidence } from '../../evidence/dns.ts';
import type { MailServer } from '../../evidence/mail.ts';
import check from './mail-dane.ts';

const HOST = 'mx.example.test';
const digests = {
  sha256: 'aa'.repeat(32),
  sha512: 'ab'.repeat(64),
  spki_sha256: 'cc'.repeat(32),
  spki_sha512: 'cd'.repeat(64),
};
const [leaf] = leafWith({ ...digests, dns_names: [HOST] }).chain.certificates;
if (!leaf) throw new Error('no leaf');
const issuer = { ...leaf, subject: leaf.issuer, sha256: 'ee'.repeat(32), spki_sha256: 'ff'.repeat(32) };

const record = (usage: number, selector: number, matching: number, data: string): TlsaRecord => ({
  usage,
  selector,
  matching,
  data,
});
const OURS = record(3, 1, 1, 'CC'.repeat(32));

function dnsWith(records: TlsaRecord[], change: Partial<MailServer> = {}, authenticated = true): DnsEvidence {
  const tlsa = {
    name: `_25._tcp.${HOST}`,
    state: records.length > 0 ? 'present' : 'absent',
    records,
    authenticated,
    nxdomain: false,
    reason: null,
  };
  const server = {
    host: HOST,
    state: 'encrypted',
    reason: null,
    certificates: [leaf, issuer],
    trust_fault: null,
    tlsa,
    ...change,
  };
  return { mail_servers: [server], mail_domain: 'example.test', mx: { authenticated: true } } as unknown as DnsEvidence;
}

/** RFC 7672 §3.1 for the usages in mail, RFC 7671 §5 for what each one compares. */
test.each<[string, DnsEvidence, string | null]>([
  ['the key', dnsWith([OURS]), 'matches'],
  ['the certificate', dnsWith([record(3, 0, 1, digests.sha256)]), 'matches'],
  ['SHA-512 of the key', dnsWith([record(3, 1, 2, digests.spki_sha512)]), 'matches'],
  ['an issuer, and the name fits', dnsWith([record(2, 1, 1, issuer.spki_sha256)]), 'matches'],
  // `openssl s_client -dane_tlsa_rrdata` refuses it, too.
  [
    'an authority that is sent and issued nothing here',
    dnsWith([record(2, 1, 1, issuer.spki_sha256)], { certificates: [leaf, { ...issuer, subject: 'CN=Other' }] }),
    'differs',
  ],
  ['the next key next to it', dnsWith([record(3, 1, 1, '11'.repeat(32)), OURS]), 'matches'],
  ['last year’s key', dnsWith([record(3, 1, 1, '11'.repeat(32))]), 'differs'],
  [
    'an issuer, and the certificate is for another name',
    dnsWith([record(2, 1, 1, issuer.spki_sha256)], { certificates: [{ ...leaf, dns_names: ['other.test'] }, issuer] }),
    'differs',
  ],
  // RFC 7672 §3.2.2
  [
    'an issuer, and the certificate is for the mail domain',
    dnsWith([record(2, 1, 1, issuer.spki_sha256)], {
      certificates: [{ ...leaf, dns_names: ['example.test'] }, issuer],
    }),
    'matches',
  ],
  [
    'the same without a signed MX record',
    {
      ...dnsWith([record(2, 1, 1, issuer.spki_sha256)], {
        certificates: [{ ...leaf, dns_names: ['example.test'] }, issuer],
      }),
      mx: { authenticated: false },
    } as unknown as DnsEvidence,
    'differs',
  ],
  ['usages of the web', dnsWith([record(1, 1, 1, digests.spki_sha256)]), 'unusable'],
  ['a digest of two bytes', dnsWith([record(3, 1, 1, 'cccc')]), 'unusable'],
  ['no encryption', dnsWith([OURS], { state: 'clear', reason: 'no STARTTLS', certificates: [] }), 'no_encryption'],
  ['not signed', dnsWith([OURS], {}, false), 'unsigned'],
  // RFC 7672 §2.2.1
  [
    'the MX record not signed',
    { ...dnsWith([OURS]), mx: { authenticated: false } } as unknown as DnsEvidence,
    'unsigned_mx',
  ],
  ['none', dnsWith([]), null],
])('%s', (_name, dns, outcome) => {
  expect(judged(check, { dns })?.outcome ?? null).toBe(outcome);
});

test('a lookup that fails is no absence of records', () => {
  const without = { state: 'unknown', records: [], authenticated: false, nxdomain: false, reason: 'SERVFAIL' };
  const [server] = dnsWith([OURS]).mail_servers ?? [];
  const failed = { ...server, host: 'mx2.test', tlsa: { ...without, name: '_25._tcp.mx2.test' } };
  const dns = (...servers: unknown[]) =>
    ({ mail_servers: servers, mx: { authenticated: true } }) as unknown as DnsEvidence;
  expect(judged(check, { dns: dns(failed) })).toMatchObject({
    status: 'unknown',
    note: 'Not assessed: TLSA records of mx2.test: SERVFAIL',
  });
  expect(judged(check, { dns: dns(server, failed) })).toMatchObject({
    outcome: 'matches',
    note: 'Not compared: mx2.test.',
  });
});

test('an unreachable server leaves the result unknown, at no cost', () => {
  const dns = dnsWith([OURS], { state: 'unreached', reason: 'it did not answer', certificates: [] });
  expect(judged(check, { dns })).toMatchObject({ status: 'unknown', deduction: 0 });
});

test('the fix is a record for the current key, at the server’s own name', () => {
  const verdict = judged(check, { dns: dnsWith([record(3, 1, 1, '11'.repeat(32))]) });
  expect(verdict?.fix).toContain(`_25._tcp.${HOST}. IN TLSA 3 1 1 ${digests.spki_sha256}`);
});

test('with a real server: MX and TLSA signed, only TLSA, neither', async () => {
  const mail = [{ host: HOST }];
  const signed = await gatherZone(['@ MX 10 mx.@', `_25._tcp.${HOST} TLSA 3 1 1 ${'11'.repeat(32)}`], {
    mail,
    authenticated: ['.', 'example.test'],
  });
  expect(judged(check, { dns: signed.dns })?.outcome).toBe('differs');
  const shown = signed.dns.ok ? signed.dns.value.mail_servers?.[0]?.certificates[0]?.spki_sha256 : '';
  expect(judged(check, { dns: signed.dns })?.evidence.join()).toContain(shown);
  const halfSigned = await gatherZone(['@ MX 10 mx.@', `_25._tcp.${HOST} TLSA 3 1 1 ${'11'.repeat(32)}`], {
    mail,
    authenticated: ['.', `_tcp.${HOST}`],
  });
  expect(judged(check, { dns: halfSigned.dns })).toMatchObject({
    outcome: 'differs',
    note: expect.stringContaining('does not protect the MX record') as string,
  });
  const unsigned = await gatherZone(['@ MX 10 mx.@', `_25._tcp.${HOST} TLSA 3 1 1 ${'11'.repeat(32)}`], { mail });
  expect(judged(check, { dns: unsigned.dns })?.outcome).toBe('unsigned');
  expect(evidenceWith({ dns: signed.dns }).dns.ok).toBe(true);
});
