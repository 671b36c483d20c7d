import { issueOdd, timestampList, type OddRequest } from '@palisade/lab/tls/certificates';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSctList } from './sct.ts';
import { parseCertificate } from './x509.ts';
import { dnsNameCovers, sameAddress } from './x509-names.ts';

const der = async (request: OddRequest) => new Uint8Array((await issueOdd(request)).certificate.rawData);

describe('a certificate', () => {
  it('is read whole', async () => {
    const parsed = parseCertificate(
      await der({
        subject: 'CN=a.test, O=Example',
        names: ['a.test', '*.a.test'],
        addresses: ['192.0.2.1', '2001:db8::1'],
        mustStaple: true,
        ocspUrl: 'http://ocsp.test/',
        issuerUrl: 'http://ca.test/ca.der',
        logs: 2,
      }),
    );
    expect(parsed).toMatchObject({
      subject: 'CN=a.test, O=Example',
      issuer: 'CN=a.test, O=Example',
      common_name: 'a.test',
      dns_names: ['a.test', '*.a.test'],
      ip_addresses: ['192.0.2.1', '2001:db8:0:0:0:0:0:1'],
      key: { type: 'EC', bits: 256, curve: 'P-256' },
      signature_algorithm: 'ecdsa-with-SHA256',
      signature_hash: 'SHA-256',
      is_ca: false,
      extended_key_usage: ['1.3.6.1.5.5.7.3.1'],
      must_staple: true,
      ocsp_urls: ['http://ocsp.test/'],
      issuer_urls: ['http://ca.test/ca.der'],
    });
    expect(parsed?.scts?.map(({ log_id }) => log_id)).toEqual(['01'.repeat(32), '02'.repeat(32)]);
  });

  it.each([
    [{ key: 'ec', hash: 'SHA-1' }, { type: 'EC', bits: 256, curve: 'P-256' }, 'ecdsa-with-SHA1', 'SHA-1'],
    [{ key: 'rsa1024' }, { type: 'RSA', bits: 1024, curve: null }, 'sha256WithRSAEncryption', 'SHA-256'],
    [{ key: 'rsa', hash: 'MD5' }, { type: 'RSA', bits: 2048, curve: null }, 'md5WithRSAEncryption', 'MD5'],
    [{ key: 'p384', hash: 'SHA-384' }, { type: 'EC', bits: 384, curve: 'P-384' }, 'ecdsa-with-SHA384', 'SHA-384'],
  ] as [OddRequest, object, string, string][])('%o', async (request, key, signature_algorithm, signature_hash) => {
    expect(parseCertificate(await der({ names: ['a.test'], ...request }))).toMatchObject({
      key,
      signature_algorithm,
      signature_hash,
    });
  });

  it('holds no control characters of strangers', async () => {
    const parsed = parseCertificate(await der({ names: ['a.test'], subject: 'CN=evil\u001b[2J\u202etest' }));
    expect(parsed?.common_name).toBe('evil\uFFFD[2J\uFFFDtest');
  });

  it('that is none is null, and nothing throws', async () => {
    const sound = await der({ names: ['a.test'], logs: 2, mustStaple: true, issuerUrl: 'http://a.test/' });
    expect(parseCertificate(new Uint8Array())).toBeNull();
    expect(parseCertificate(Uint8Array.of(0x30, 0))).toBeNull();
    const damage = fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(damage, fc.nat(sound.length), (changes, cut) => {
        const bytes = sound.slice(0, sound.length - (cut % 50));
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        parseCertificate(bytes);
      }),
      { numRuns: 200 },
    );
  });
});

it('a certificate of thousands of names is read in milliseconds', async () => {
  const names = Array.from({ length: 4000 }, (_, n) => `name-${n}.sixteen-letters.test`);
  const large = await der({ names });
  // Forty in a row take half a minute when every name becomes a separate object.
  for (let time = 0; time < 40; time += 1) expect(parseCertificate(large)?.dns_names).toHaveLength(4000);
});

describe('a list of certificate timestamps', () => {
  it('that is none is null, and nothing throws', () => {
    expect(parseSctList(Uint8Array.of(0, 5, 1))).toBeNull();
    // The DER wrapping is not part of the list.
    expect(parseSctList(timestampList(2).subarray(2))).toHaveLength(2);
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void parseSctList(bytes)));
  });
});

describe('names', () => {
  it('compare without throwing', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        dnsNameCovers(one, other);
        sameAddress(one, other);
      }),
    );
  });
  it.each([
    ['192.0.2.1', '192.0.2.1', true],
    ['2001:db8::1', '2001:DB8:0:0::1', true],
    // OpenSSL, Chrome and Firefox compare octets.
    ['::ffff:192.0.2.1', '192.0.2.1', false],
    ['::ffff:192.0.2.1', '::FFFF:c000:201', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['a.test', 'a.test', false],
  ])('%s and %s: %s', (one, other, same) => {
    expect(sameAddress(one, other)).toBe(same);
  });
});
