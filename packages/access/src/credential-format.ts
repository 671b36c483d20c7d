import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { keyedHash } from './keyed-hash.ts';

/**
 * Every secret has the format `<prefix><30 base62><6 base62>`: 178 bits, then the
 * CRC-32 of prefix and body. The prefix lets secret scanners find a leaked one; the
 * checksum distinguishes a typo from an unknown secret without a database query.
 */
export const PREFIXES = {
  key: 'pal_live_',
  one_time: 'pal_scan_',
  compliance: 'pal_comp_',
} as const;
export type CredentialKind = keyof typeof PREFIXES;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BODY_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^[0-9A-Za-z]{${BODY_LENGTH + CHECKSUM_LENGTH}}$`);

export function randomCredential(kind: CredentialKind): string {
  return assemble(kind, randomBytes(32));
}

/** The same source and version always give the same secret, so a lost response or a mail retry does no harm. */
export function derivedCredential(kind: CredentialKind, source: string, version: number, appSecret: string): string {
  return assemble(kind, keyedHash(appSecret, `derive ${kind} v${version}`, source));
}

export type CredentialCheck = 'well-formed' | 'wrong-shape' | 'hidden-character' | 'wrong-checksum';

/** A secret as it was pasted, without the spaces, line breaks and invisible characters around it. */
export function pasted(text: string): string {
  return text.replaceAll(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');
}

/** Whether the text can be a secret of this kind at all. */
export function checkCredential(kind: CredentialKind, text: string): CredentialCheck {
  const prefix = PREFIXES[kind];
  if (/[\s\p{Cc}\p{Cf}]/u.test(text)) return 'hidden-character';
  if (!text.startsWith(prefix) || !SHAPE.test(text.slice(prefix.length))) return 'wrong-shape';
  const signed = text.slice(0, -CHECKSUM_LENGTH);
  return text.slice(-CHECKSUM_LENGTH) === checksum(signed) ? 'well-formed' : 'wrong-checksum';
}

/** The part of a secret that may be shown after it was issued: `pal_live_…x7Qa`. */
export function redacted(prefix: string, last4: string): string {
  return `${prefix}…${last4}`;
}

function assemble(kind: CredentialKind, entropy: Uint8Array): string {
  // 256 bits folded into 30 base62 digits (178 bits): the bias is below 2^-77.
  const signed = PREFIXES[kind] + base62(BigInt(`0x${Buffer.from(entropy).toString('hex')}`), BODY_LENGTH);
  return signed + checksum(signed);
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

/** The last `length` base62 digits of the number, zero-padded. */
function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; digits.length < length; rest /= 62n) digits = ALPHABET.charAt(Number(rest % 62n)) + digits;
  return digits;
}
