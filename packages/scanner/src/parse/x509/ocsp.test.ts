import { issueOdd } from '@palisade/lab/tls/certificates';
import { ocspResponse } from '@palisade/lab/tls/ocsp';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseOcspResponse } from './ocsp.ts';
import { issuerAndSerial } from './ocsp-request.ts';

let response: Uint8Array;
let serial: Uint8Array;
let revoked: Uint8Array;
beforeAll(async () => {
  const issuer = await issueOdd({ subject: 'CN=Issuer', ca: true });
  const leaf = await issueOdd({ names: ['a.test'], issuer });
  ({ serial } = issuerAndSerial(new Uint8Array(leaf.certificate.rawData)));
  response = new Uint8Array(ocspResponse({ leaf, issuer }));
  revoked = new Uint8Array(ocspResponse({ leaf, issuer, status: 'revoked' }));
});

describe('an OCSP response', () => {
  it('says which certificate it is about, its status, and until when', () => {
    const parsed = parseOcspResponse(response);
    expect(parsed?.answers).toHaveLength(1);
    expect(parsed?.answers[0]).toMatchObject({
      certificate: { hash: 'SHA-1', serial: new Uint8Array(serial) },
      said: { status: 'good', revoked_at: null, scts: null },
    });
    expect(Date.parse(parsed?.answers[0]?.said?.next_update ?? '')).toBeGreaterThan(Date.now());
    expect(parsed?.algorithm).toMatchObject({ hash: 'SHA-256', pss: false });
  });

  it('dates a revocation', () => {
    const [answer] = parseOcspResponse(revoked)?.answers ?? [];
    expect(answer?.said?.status).toBe('revoked');
    expect(Date.parse(answer?.said?.revoked_at ?? '')).toBeLessThan(Date.now() - 9 * 86_400_000);
  });

  it('that cannot be read is null, and nothing throws', () => {
    expect(parseOcspResponse(new Uint8Array())).toBeNull();
    // "try later" carries no answer (RFC 6960 §4.2.1).
    expect(parseOcspResponse(Uint8Array.of(0x30, 3, 0x0a, 1, 3))).toBeNull();
    const damage = fc.array(fc.tuple(fc.nat(300), fc.nat(255)), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(damage, (changes) => {
        const bytes = response.slice();
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        parseOcspResponse(bytes);
      }),
      { numRuns: 200 },
    );
  });
});
