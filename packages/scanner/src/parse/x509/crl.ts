import { bitString, DerReader, elements, explicit, oidOf, TAG, timeOf, type Element } from './der.ts';
import { generalName, rdnsOf } from './general-names.ts';
import { readSignatureAlgorithm, type SignatureAlgorithm } from './signature-algorithm.ts';

export interface RevocationList {
  /** Comparable texts, one per relative name. */
  issuer: string[];
  thisUpdate: number;
  nextUpdate: number | null;
  /** The signed bytes. */
  signed: Uint8Array;
  signature: Uint8Array;
  algorithm: SignatureAlgorithm;
  /** Content of the list of revoked certificates. */
  entries: Uint8Array;
  /** It may list other authorities' certificates, or not all kinds of them, so that absence proves nothing. */
  partial: boolean;
  /** An entry has an unknown critical extension, so the list must not be used for any certificate (RFC 5280 §5.3). */
  conditional: boolean;
  /** Addresses of its distribution point, in lower case: it covers only certificates that name one of them. Null: it names no point. */
  points: string[] | null;
}

const ISSUING_DISTRIBUTION_POINT = '2.5.29.28';
const DELTA = '2.5.29.27';
/** CRL number and authority key identifier, which do not change its scope. */
const HARMLESS = new Set(['2.5.29.20', '2.5.29.35']);
const MAX_EXTENSIONS = 20;

/** A CertificateList (RFC 5280 §5.1); null if it is not one. Never throws. */
export function parseRevocationList(der: Uint8Array): RevocationList | null {
  try {
    const list = new DerReader(der).enter(TAG.sequence);
    const signed = list.take(TAG.sequence);
    const algorithm = list.enter(TAG.sequence);
    const signature = bitString(list.next());
    const tbs = new DerReader(signed.content);
    tbs.optional(TAG.integer);
    tbs.take(TAG.sequence);
    const issuer = rdnsOf(tbs.take(TAG.sequence));
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
      conditional: isConditional(entries),
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
      // A list for servers may have onlyContainsUserCerts [1]. [2] to [5] narrow its scope or add other authorities.
      point.optional(0x81);
      if (point.left > 0) scope.partial = true;
      // An unknown critical extension may mean anything (RFC 5280 §5.2).
    } else if (oid === DELTA || (!HARMLESS.has(oid) && critical !== null && critical.content[0] !== 0)) {
      scope.partial = true;
    }
  }
  return scope;
}

/** DistributionPointName (RFC 5280 §4.2.1.13). Empty for names that are no addresses: which certificates they cover is not known. */
function addressesOf({ content }: Element): string[] {
  const name = new DerReader(content).next();
  if (name.tag !== explicit(0)) return [];
  return elements(name.content, MAX_EXTENSIONS)
    .map(generalName)
    .flatMap((one) => (one.kind === 'uri' ? [one.value] : []));
}

/**
 * When this serial number was revoked; null if it is not on the list, undefined if the list cannot be read. Lists have
 * up to a hundred thousand entries, so they are read only if the bytes of the serial number occur anywhere.
 */
export function revokedAt({ entries }: RevocationList, serial: Uint8Array): Date | null | undefined {
  if (!within(entries, serial)) return null;
  try {
    for (const entry of entriesOf(entries)) {
      if (!Buffer.from(entry.serial).equals(serial)) continue;
      // Only delta lists remove certificates (§5.3.1). On a complete list, such an entry means not revoked.
      if (!entry.extensions.some(isRemoval)) return timeOf(entry.date);
    }
    return null;
  } catch {
    return undefined;
  }
}

const REASON = '2.5.29.21';
const INVALID_SINCE = '2.5.29.24';
const REMOVED = 8;
/** BOOLEAN TRUE and the tag of the value after it. If these bytes do not occur, nothing is critical. */
const CRITICAL = Uint8Array.of(0x01, 0x01, 0xff, 0x04);

function isConditional(entries: Uint8Array): boolean {
  if (!within(entries, CRITICAL)) return false;
  for (const { extensions } of entriesOf(entries)) {
    if (extensions.some(({ id, critical }) => critical && id !== REASON && id !== INVALID_SINCE)) return true;
  }
  return false;
}

interface Entry {
  serial: Uint8Array;
  date: Element;
  extensions: { id: string; critical: boolean; value: Uint8Array }[];
}

function* entriesOf(entries: Uint8Array): Generator<Entry> {
  const reader = new DerReader(entries);
  while (reader.left > 0) {
    const entry = reader.enter(TAG.sequence);
    const [serial, date] = [entry.take(TAG.integer).content, entry.next()];
    const list = entry.optional(TAG.sequence);
    yield { serial, date, extensions: list ? elements(list.content, MAX_EXTENSIONS).map(extensionOf) : [] };
  }
}

function extensionOf({ content }: Element): Entry['extensions'][number] {
  const extension = new DerReader(content);
  const id = oidOf(extension.next());
  const critical = extension.optional(TAG.boolean);
  return {
    id,
    critical: critical !== null && critical.content[0] !== 0,
    value: extension.take(TAG.octetString).content,
  };
}

function isRemoval({ id, value }: Entry['extensions'][number]): boolean {
  return id === REASON && new DerReader(value).take(TAG.enumerated).content[0] === REMOVED;
}

function within(bytes: Uint8Array, wanted: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(wanted));
}
