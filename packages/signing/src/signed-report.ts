import { sign, verify } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import { publicKeyOf, type SigningKey } from './signing-key.ts';
import type { Claims, Jwks, Verdict } from './verdict.ts';

export interface Signature {
  alg: 'Ed25519';
  /** The id of one of the keys at /.well-known/palisade-keys.json. */
  kid: string;
  /** base64url, over the UTF-8 bytes of the canonical JSON (RFC 8785) of the report without `signature`. */
  value: string;
}

export function signReport<R extends object>(report: R, key: SigningKey): R & { signature: Signature } {
  return { ...report, signature: signatureOf(report, key) };
}

export function signatureOf(signed: object, key: SigningKey): Signature {
  const value = sign(null, Buffer.from(canonicalJson(signed)), key.privateKey).toString('base64url');
  return { alg: 'Ed25519', kid: key.kid, value };
}

/** @param content the parsed JSON of any file */
export function verifyReport(content: unknown, keys: Jwks): Verdict {
  if (!isObject(content)) return { result: 'unknown', kid: null, reason: 'this is not a report' };
  const { signature, ...signed } = content;
  if (!isSignature(signature)) return { result: 'unknown', kid: null, reason: 'it has no signature' };
  const { kid } = signature;
  const fault = checkSignature(signed, signature, keys);
  if (fault) return { ...fault, kid };
  const claims = claimsOf(signed);
  return claims
    ? { result: 'genuine', kid, claims }
    : { result: 'unknown', kid, reason: 'it is signed, but no report' };
}

/** @returns null when the signature is valid */
export function checkSignature(
  signed: object,
  { kid, value, alg: _ed25519, ...unsigned }: Signature,
  { keys }: Jwks,
): { result: 'altered' | 'unknown'; reason: string } | null {
  const jwk = keys.find((key) => key.kid === kid);
  if (!jwk) return { result: 'unknown', reason: 'it is signed by a key that is not ours' };
  const bytes = Buffer.from(value, 'base64url');
  let right: boolean;
  try {
    // Only the canonical encoding: a lenient decoder would accept other texts for the same signature.
    right =
      // The signature covers everything but itself: a remark in it would count as ours.
      Object.keys(unsigned).length === 0 &&
      bytes.toString('base64url') === value &&
      verify(null, Buffer.from(canonicalJson(signed)), publicKeyOf(jwk), bytes);
  } catch {
    // It contains what canonical JSON cannot represent, so it was never signed in this form.
    right = false;
  }
  return right ? null : { result: 'altered', reason: 'it was changed after it was signed' };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isSignature(value: unknown): value is Signature {
  return (
    isObject(value) &&
    value['alg'] === 'Ed25519' &&
    typeof value['kid'] === 'string' &&
    typeof value['value'] === 'string'
  );
}

export function claimsOf(signed: Readonly<Record<string, unknown>>): Claims | null {
  const { report_id: id, url, grade, score, scanned_at: at } = signed;
  if (typeof url !== 'string' || typeof grade !== 'string' || typeof at !== 'string' || typeof score !== 'number') {
    return null;
  }
  return { report_id: typeof id === 'string' ? id : null, url, grade, score, scanned_at: at };
}
