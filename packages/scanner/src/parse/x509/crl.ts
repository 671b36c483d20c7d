import { bitString, DerReader, elements, explicit, oidOf, TAG, timeOf, type Element } from './der.ts';
import { generalName } from './general-names.ts';
import { readSignatureAlgorithm, type SignatureAlgorithm } from './signature-algorithm.ts';

export interface RevocationList {
  /** The issuer's name as bytes. */
  issuer: Uint8Array;
  thisUpdate: number;
  nextUpdate: number | null;
  /** The signed bytes. */
  signed: Uint8Array;
  signature: Uint8Array;
  algorithm: SignatureAlgorithm;
  /** Content of the list of revoked certificates. */
  entries: Uint8Array;
  /** Its entries may speak of other authorities' certificates, or it holds not all kinds: absence proves nothing. */
  partial: boolean;
  /** Addresses in small letters; where it names some, it speaks of the certificates that name one of them. Null: it names none. */
  points: string[] | null;
}

const ISSUING_DISTRIBUTION_POINT = '2.5.29.28';
const DELTA = '2.5.29.27';
/** CRL number and authority key identifier, which narrow nothing. */
const HARMLESS = new Set(['2.5.29.20', '2.5.29.35']);
const MAX_EXTENSIONS = 20;

/** A CertificateList (RFC 5280 §5.1); null when it is none. Never throws. */
export function parseRevocationList(der: Uint8Array): RevocationList | null {
  try {
    const list = new DerReader(der).enter(TAG.sequence);
    const signed = list.take(TAG.sequence);
    const algorithm = list.enter(TAG.sequence);
    const signature = bitString(list.next());
    const tbs = new DerReader(signed.content);
    tbs.optional(TAG.integer);
    tbs.take(TAG.sequence);
    const issuer = tbs.take(TAG.sequence).whole;
    const thisUpdate = timeOf(tbs.next()).getTime();
    const next = tbs.optional(TAG.utcTime) ?? tbs.optional(TAG.generalizedTime);
    const entries = tbs.optional(TAG.sequence)?.content ?? new Uint8Array();
    const extensions = tbs.optional(explicit(0));
    return {
      issuer,
      thisUpdate,
      nextUpdate: next ? timeOf(next).getTime() : null,
      signed: signed.whole,
      signature,
      algorithm: readSignatureAlgorithm(algorithm),
      entries,
      ...scopeOf(extensions),
    };
  } catch {
    return null;
  }
}

function scopeOf(extensions: Element | null): Pick<RevocationList, 'partial' | 'points'> {
  const scope: Pick<RevocationList, 'partial' | 'points'> = { partial: false, points: null };
  if (!extensions) return scope;
  for (const element of elements(new DerReader(extensions.content).take(TAG.sequence).content, MAX_EXTENSIONS)) {
    const extension = new DerReader(element.content);
    const oid = oidOf(extension.next());
    const critical = extension.optional(TAG.boolean);
    if (oid === ISSUING_DISTRIBUTION_POINT) {
      const point = new DerReader(extension.take(TAG.octetString).content).enter(TAG.sequence);
      const name = point.optional(explicit(0));
      if (name) scope.points = addressesOf(name);
      // onlyContainsUserCerts [1] is what a list for servers has; [2] to [5] narrow it or widen it to other authorities.
      point.optional(0x81);
      if (point.left > 0) scope.partial = true;
      // What is critical and not understood may mean anything (RFC 5280 §5.2).
    } else if (oid === DELTA || (!HARMLESS.has(oid) && critical !== null && critical.content[0] !== 0)) {
      scope.partial = true;
    }
  }
  return scope;
}

/** DistributionPointName (RFC 5280 §4.2.1.13): of a name that is relative to the issuer nothing is said. */
function addressesOf({ content }: Element): string[] | null {
  const name = new DerReader(content).next();
  if (name.tag !== explicit(0)) return null;
  return elements(name.content, MAX_EXTENSIONS)
    .map(generalName)
    .flatMap((one) => (one.kind === 'uri' ? [one.value] : []));
}

/**
 * When this serial was revoked; null when it is not on the list. Lists have a hundred thousand entries: the bytes of the
 * serial are looked for first, and the entries are walked only when they are there.
 */
export function revokedAt({ entries }: RevocationList, serial: Uint8Array): Date | null {
  const bytes = Buffer.from(entries.buffer, entries.byteOffset, entries.byteLength);
  const wanted = Buffer.from([TAG.integer, serial.length, ...serial]);
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) {
    const date = dateBehind(bytes, at, wanted.length);
    if (date) return date;
  }
  return null;
}

/** The entry around a serial: it begins right before it with its own tag and length, and goes on with a time. */
function dateBehind(bytes: Buffer, at: number, length: number): Date | null {
  for (const head of [2, 3, 4]) {
    if (at < head || bytes[at - head] !== TAG.sequence) continue;
    try {
      const entry = new DerReader(new DerReader(bytes.subarray(at - head)).take(TAG.sequence).content);
      if (entry.take(TAG.integer).whole.length === length) return timeOf(entry.next());
    } catch {
      continue;
    }
  }
  return null;
}
