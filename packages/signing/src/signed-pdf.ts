import { createHash } from 'node:crypto';
import { checkSignature, claimsOf, isObject, isSignature, signatureOf, type Signature } from './signed-report.ts';
import type { SigningKey } from './signing-key.ts';
import type { Claims, Jwks, Verdict } from './verdict.ts';

/**
 * A comment line between the last object and `startxref`. Comments are allowed wherever white space is
 * (ISO 32000-1 §7.2.4), no offset in the file changes, and nothing follows the end-of-file marker
 * (ISO 19005-1 §6.1.3), so the document stays valid PDF and PDF/A. It signs the SHA-256 of every other byte.
 */
const MARK = '%palisade-signature ';
const END = 'startxref';

/** @throws Error when it is not a complete PDF */
export function signPdf(pdf: Buffer, claims: Claims & { report_url?: string }, key: SigningKey): Buffer {
  const at = pdf.lastIndexOf(END);
  if (at < 0) throw new Error('this is not a complete PDF: it has no startxref');
  const [before, after] = [pdf.subarray(0, at), pdf.subarray(at)];
  const signed = { ...claims, sha256: hashOf(before, after) };
  // ASCII only: PDF readers differ in how they decode a comment's bytes.
  const line = escaped(JSON.stringify({ ...signed, signature: signatureOf(signed, key) }));
  return Buffer.concat([before, Buffer.from(`${MARK}${line}\n`, 'latin1'), after]);
}

export function verifyPdf(pdf: Buffer, keys: Jwks): Verdict {
  const line = signatureLine(pdf);
  if (!line) return { result: 'unknown', kid: null, reason: 'it has no signature' };
  const { signature, signed, at, end } = line;
  const { kid } = signature;
  const fault = checkSignature(signed, signature, keys);
  if (fault) return { ...fault, kid };
  if (signed['sha256'] !== hashOf(pdf.subarray(0, at), pdf.subarray(end + 1))) {
    return { result: 'altered', kid, reason: 'the document was changed after it was signed' };
  }
  const claims = claimsOf(signed);
  return claims
    ? { result: 'genuine', kid, claims }
    : { result: 'unknown', kid, reason: 'it is signed, but no report' };
}

/** Where a document says that its report can be read: where to fetch the keys, an unverified claim. */
export function reportUrlOf(pdf: Buffer): string | null {
  const url = signatureLine(pdf)?.signed['report_url'];
  return typeof url === 'string' ? url : null;
}

function signatureLine(pdf: Buffer): (NonNullable<ReturnType<typeof readLine>> & { at: number; end: number }) | null {
  const at = pdf.lastIndexOf(MARK);
  const end = at < 0 ? -1 : pdf.indexOf('\n', at);
  const line = end < 0 ? null : readLine(pdf.subarray(at + MARK.length, end));
  return line && { ...line, at, end };
}

function readLine(bytes: Buffer): { signature: Signature; signed: Readonly<Record<string, unknown>> } | null {
  try {
    const content: unknown = JSON.parse(bytes.toString('latin1'));
    if (!isObject(content)) return null;
    const { signature, ...signed } = content;
    return isSignature(signature) ? { signature, signed } : null;
  } catch {
    return null;
  }
}

function hashOf(...parts: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

function escaped(json: string): string {
  return json.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
