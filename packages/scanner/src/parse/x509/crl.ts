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
  /** It does not list all of its certificates, so that absence proves nothing. */
  partial: boolean;
  /** It lists certificates of this kind alone (RFC 5280 §5.2.5); null: of all kinds. */
  only: 'users' | 'authorities' | 'attributes' | null;
  /**
   * It or an entry has an unknown critical extension, or entries are of other issuers, so the list must not be used for any
   * certificate (RFC 5280 §5.2 and §5.3).
   */
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
    const scope = scopeOf(extensions);
    return {
      issuer,
      thisUpdate,
      nextUpdate: next ? timeOf(next).getTime() : null,
      signed: signed.whole,
      signature,
      algorithm: readSignatureAlgorithm(algorithm),
      entries,
      ...scope,
      conditional: scope.conditional || isConditional(entries),
    };
  } catch {
    return null;
  }
}

type Scope = Pick<RevocationList, 'partial' | 'only' | 'points' | 'conditional'>;

function scopeOf(extensions: Element | null): Scope {
  const scope: Scope = { partial: false, only: null, points: null, conditional: false };
  if (!extensions) return scope;
  for (const element of elements(new DerReader(extensions.content).take(TAG.sequence).content, MAX_EXTENSIONS)) {
    const extension = new DerReader(element.content);
    const oid = oidOf(extension.next());
    const critical = extension.optional(TAG.boolean);
    if (oid === ISSUING_DISTRIBUTION_POINT) {
      const point = new DerReader(extension.take(TAG.octetString).content).enter(TAG.sequence);
      const name = point.optional(explicit(0));
      if (name) scope.points = addressesOf(name);
      const [users, authorities] = [isSet(point.optional(0x81)), isSet(point.optional(0x82))];
      // For some reasons alone [3], or of several authorities [4].
      scope.partial ||= point.optional(0x83) !== null || isSet(point.optional(0x84));
      const attributes = isSet(point.optional(0x85));
      scope.only = users ? 'users' : authorities ? 'authorities' : attributes ? 'attributes' : null;
      if (point.left > 0) scope.conditional = true;
    } else if (oid === DELTA) {
      scope.partial = true;
      // It may mean anything (RFC 5280 §5.2).
    } else if (!HARMLESS.has(oid) && isSet(critical)) {
      scope.conditional = true;
    }
  }
  return scope;
}

function isSet(flag: Element | null): boolean {
  return flag !== null && flag.content[0] !== 0;
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
 * When and why this serial number was revoked; null if it is not on the list, undefined if the list cannot be read. Lists have
 * up to a hundred thousand entries, so they are read only if the bytes of the serial number occur anywhere.
 */
export function entryOf(
  { entries }: RevocationList,
  serial: Uint8Array,
): { at: Date; reason: string | null } | null | undefined {
  if (!within(entries, serial)) return null;
  try {
    for (const entry of entriesOf(entries)) {
      if (!Buffer.from(entry.serial).equals(serial)) continue;
      const code = entry.extensions.find(({ id }) => id === REASON);
      const reason = code ? reasonOf(new DerReader(code.value).take(TAG.enumerated)) : null;
      // Only delta lists remove certificates (§5.3.1). On a complete list, such an entry means not revoked.
      if (reason !== 'removeFromCRL') return { at: timeOf(entry.date), reason };
    }
    return null;
  } catch {
    return undefined;
  }
}

/** CRLReason (§5.3.1) by its name; null for `unspecified` and for unknown numbers. */
export function reasonOf({ content }: Element): string | null {
  return content.length === 1 ? (REASONS[content[0] ?? 0] ?? null) : null;
}

const REASONS: Readonly<Record<number, string>> = {
  1: 'keyCompromise',
  2: 'cACompromise',
  3: 'affiliationChanged',
  4: 'superseded',
  5: 'cessationOfOperation',
  6: 'certificateHold',
  8: 'removeFromCRL',
  9: 'privilegeWithdrawn',
  10: 'aACompromise',
};

const REASON = '2.5.29.21';
const INVALID_SINCE = '2.5.29.24';
/** CertificateIssuer: of this entry and those after it (§5.3.3). */
const ISSUER = '2.5.29.29';
const ISSUER_BYTES = Uint8Array.of(0x06, 0x03, 0x55, 0x1d, 0x1d);
/** BOOLEAN TRUE and the tag of the value after it. If these bytes do not occur, nothing is critical. */
const CRITICAL = Uint8Array.of(0x01, 0x01, 0xff, 0x04);

function isConditional(entries: Uint8Array): boolean {
  if (!within(entries, CRITICAL) && !within(entries, ISSUER_BYTES)) return false;
  for (const { extensions } of entriesOf(entries)) {
    if (extensions.some(({ id, critical }) => id === ISSUER || (critical && id !== REASON && id !== INVALID_SINCE)))
      return true;
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
    critical: isSet(critical),
    value: extension.take(TAG.octetString).content,
  };
}

function within(bytes: Uint8Array, wanted: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(wanted));
}
