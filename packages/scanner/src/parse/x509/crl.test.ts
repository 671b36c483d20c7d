import { issueOdd } from '@palisade/lab/tls/certificates';
import { revocationList } from '@palisade/lab/tls/crl';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { entryOf, parseRevocationList } from './crl.ts';
import { issuerAndSerial } from './ocsp-request.ts';

const issuer = await issueOdd({ subject: 'CN=Authority', ca: true });
const [gone, kept] = await Promise.all([issueOdd({ names: ['gone.test'], issuer }), issueOdd({ names: ['a.test'], issuer })]); // prettier-ignore
const list = await revocationList({ issuer, revoked: [gone], others: 40 });
const serialOf = ({ certificate }: typeof gone) => issuerAndSerial(new Uint8Array(certificate.rawData)).serial;

it('distinguishes serial numbers on the list from others', () => {
  const parsed = parseRevocationList(list);
  expect(parsed).toMatchObject({ algorithm: { hash: 'SHA-256' }, partial: false, points: null });
  if (!parsed) return;
  expect(entryOf(parsed, serialOf(gone))?.at.getTime()).toBeLessThan(Date.now());
  expect(entryOf(parsed, serialOf(kept))).toBeNull();
  // Part of a serial number is not that serial number.
  expect(entryOf(parsed, serialOf(gone).subarray(1))).toBeNull();
});

it('never throws, whatever the input', () => {
  const change = fc.tuple(fc.nat(list.length - 1), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 6 }), fc.nat(list.length), (changes, length) => {
      const bytes = Buffer.from(list.subarray(0, length));
      for (const [at, value] of changes) if (at < length) bytes[at] = value;
      const parsed = parseRevocationList(bytes);
      if (parsed) entryOf(parsed, serialOf(gone));
    }),
    { numRuns: 400 },
  );
});
