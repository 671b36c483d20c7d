import {
  bitString,
  DerReader,
  elements,
  explicit,
  hasShortestHead,
  hasShortestLengths,
  implicit,
  isLeapSecond,
  isPlainTime,
  MalformedDer,
  oidOf,
  TAG,
  timeOf,
  type Element,
} from './der.ts';
import { reasonOf } from './crl.ts';
import { rdnsOf } from './general-names.ts';
import { readSignatureAlgorithm, type SignatureAlgorithm } from './signature-algorithm.ts';
import { hashAlgorithm, type SignatureHash } from './x509-algorithms.ts';

export interface OcspAnswer {
  /** Which certificate it speaks of (RFC 6960 §4.1.1). */
  certificate: {
    hash: SignatureHash | null;
    issuerNameHash: Uint8Array;
    issuerKeyHash: Uint8Array;
    serial: Uint8Array;
  };
  /** Null if it cannot be read: mozilla::pkix reads only those about the certificate in question. */
  said: OcspStatement | null;
}

export interface OcspStatement {
  status: 'good' | 'revoked' | 'unknown';
  this_update: string;
  next_update: string | null;
  revoked_at: string | null;
  revoked_for: string | null;
  /** As of the whole response, in this answer alone. */
  conditional: boolean;
  misread: string | null;
  /** SignedCertificateTimestampList inside the answer (RFC 6962 §3.3); null when there is none. */
  scts: Uint8Array | null;
}

/** Who signed, by the name, comparable and as written, or by the SHA-1 of the key (RFC 6960 §4.2.2.3). */
type ResponderId = { kind: 'name'; name: string[]; written: Uint8Array } | { kind: 'key'; hash: Uint8Array };

export interface OcspResponse {
  responder: ResponderId;
  /** It has an extension that is critical and that no client knows: it must not be relied on (§4.4). */
  conditional: boolean;
  /** What of its form mozilla::pkix refuses (pkixocsp.cpp), in words, although OpenSSL reads on. */
  misread: string | null;
  answers: OcspAnswer[];
  /** The signed bytes. */
  signed: Uint8Array;
  signature: Uint8Array;
  algorithm: SignatureAlgorithm;
  /** Certificates of a delegated responder, DER. */
  certificates: Uint8Array[];
}

const OCSP_BASIC = '1.3.6.1.5.5.7.48.1.1';
const OCSP_SCTS = '1.3.6.1.4.1.11129.2.4.5';
const MAX_ANSWERS = 5000;
/** Of mozilla::pkix (NonOwningDERArray::MAX_LENGTH). */
const MOST_CERTIFICATES = 8;
const MAX_CERTIFICATES = 10;
const MAX_EXTENSIONS = 20;

/** OCSPResponseStatus (RFC 6960 §4.2.1). */
const ERRORS: Readonly<Record<number, string>> = {
  1: 'malformedRequest',
  2: 'internalError',
  3: 'tryLater',
  5: 'sigRequired',
  6: 'unauthorized',
};

/** What the responder answered instead of a status; null when the bytes are no such answer. Never throws. */
export function ocspErrorOf(der: Uint8Array): string | null {
  try {
    const { content } = new DerReader(der).enter(TAG.sequence).take(TAG.enumerated);
    return content.length === 1 ? (ERRORS[content[0] ?? 0] ?? null) : null;
  } catch {
    return null;
  }
}

/** A successful basic OCSP response (RFC 6960 §4.2); null when it is none. Never throws. */
export function parseOcspResponse(der: Uint8Array): OcspResponse | null {
  try {
    const outer = new DerReader(der);
    const response = outer.enter(TAG.sequence);
    const status = response.take(TAG.enumerated).content;
    if (status.length !== 1 || status[0] !== 0) return null;
    const wrapped = response.enter(explicit(0));
    const bytes = wrapped.enter(TAG.sequence);
    if (oidOf(bytes.next()) !== OCSP_BASIC) return null;
    const inner = new DerReader(bytes.take(TAG.octetString).content);
    const basic = inner.enter(TAG.sequence);
    const data = basic.take(TAG.sequence);
    const algorithm = basic.enter(TAG.sequence);
    const signature = bitString(basic.next());
    const sent = basic.optional(explicit(0));
    const certificates = sent ? inSequence(sent, MAX_CERTIFICATES) : [];
    const said = new DerReader(data.content);
    const content = dataOf(said);
    const isWhole = [outer, response, wrapped, bytes, inner, basic, said].every(({ left }) => left === 0);
    return {
      ...content,
      misread: !isWhole
        ? 'octets after its end'
        : !hasShortestLengths(der) || !hasShortestHead(data)
          ? LONG_LENGTH
          : certificates.length > MOST_CERTIFICATES
            ? `more than ${MOST_CERTIFICATES} certificates`
            : content.misread,
      signed: data.whole,
      signature,
      algorithm: readSignatureAlgorithm(algorithm),
      certificates: certificates.map(({ whole }) => whole),
    };
  } catch {
    return null;
  }
}

const LONG_LENGTH = 'a length or number in more octets than needed';

/** ResponseData: version, who answers, when, the answers. */
function dataOf(data: DerReader): Pick<OcspResponse, 'responder' | 'conditional' | 'misread' | 'answers'> {
  const version = data.optional(explicit(0));
  if (version && new DerReader(version.content).take(TAG.integer).content.some((octet) => octet !== 0))
    throw new MalformedDer('another version');
  const signer = data.next();
  const produced = data.take(TAG.generalizedTime);
  const list = data.take(TAG.sequence);
  const singles = elements(list.content, MAX_ANSWERS);
  const answers = singles.map(readAnswer);
  const extensions = data.optional(explicit(1));
  const isShort =
    [version, signer, produced, extensions].every((part) => part === null || hasShortestLengths(part.whole)) &&
    [list, ...singles].every(hasShortestHead);
  return {
    responder: responderOf(signer),
    answers: answers.map(({ answer }) => answer),
    misread: isShort && answers.every(({ isIdShort }) => isIdShort) ? misreadDate(produced, 'producedAt') : LONG_LENGTH,
    conditional: extensions !== null && isConditional(extensions),
  };
}

/** mozilla::pkix reads times as certificates have them, and no second 60 (pkixder.cpp, TimeChoice). */
function misreadDate(time: Element, name: string): string | null {
  if (time.tag !== TAG.generalizedTime || !isPlainTime(time))
    return `its date ${name} is not written in UTC and to the second (RFC 5280 §4.1.2.5.2)`;
  return isLeapSecond(time) ? `its date ${name} has the second 60` : null;
}

function responderOf({ tag, content }: Element): ResponderId {
  const inner = new DerReader(content);
  if (tag === explicit(1)) {
    const name = inner.take(TAG.sequence);
    return { kind: 'name', name: rdnsOf(name), written: name.whole };
  }
  if (tag !== explicit(2)) throw new MalformedDer('no responder');
  return { kind: 'key', hash: inner.take(TAG.octetString).content };
}

/** Timestamps are known, whether they are critical or not. */
function isConditional(extensions: Element): boolean {
  const list = inSequence(extensions, MAX_EXTENSIONS).map(({ content }) => {
    const extension = new DerReader(content);
    const id = oidOf(extension.next());
    const critical = extension.optional(TAG.boolean);
    extension.take(TAG.octetString);
    return id !== OCSP_SCTS && critical !== null && critical.content[0] !== 0;
  });
  return list.includes(true);
}

function inSequence({ content }: Element, most: number): Element[] {
  return elements(only(new DerReader(content), TAG.sequence).content, most);
}

/** The last element, which must have this tag. */
function only(reader: DerReader, tag: number): Element {
  const element = reader.take(tag);
  if (reader.left > 0) throw new MalformedDer('octets after the last element');
  return element;
}

/** The certificate it is about must be readable, what it says need not be. */
function readAnswer({ tag, content }: Element): { answer: OcspAnswer; isIdShort: boolean } {
  if (tag !== TAG.sequence) throw new MalformedDer('no answer');
  const single = new DerReader(content);
  const id = single.take(TAG.sequence);
  const reader = new DerReader(id.content);
  const hash = hashAlgorithm(oidOf(reader.enter(TAG.sequence).next()));
  const [issuerNameHash, issuerKeyHash] = [reader.take(TAG.octetString).content, reader.take(TAG.octetString).content];
  const serial = reader.take(TAG.integer).content;
  const [first, second] = serial;
  if (first === undefined) throw new MalformedDer('no serial number');
  const isPadded = second !== undefined && first === (second < 0x80 ? 0 : 0xff);
  return {
    answer: {
      certificate: { hash, issuerNameHash, issuerKeyHash, serial },
      said: reader.left > 0 ? null : statementIn(single),
    },
    isIdShort: hasShortestLengths(id.whole) && !isPadded,
  };
}

function statementIn(single: DerReader): OcspStatement | null {
  try {
    return readStatement(single);
  } catch {
    return null;
  }
}

function readStatement(single: DerReader): OcspStatement {
  const status = single.next();
  const isUnknown = status.tag === implicit(2);
  const revoked = status.tag === explicit(1);
  if (!revoked && !isUnknown && status.tag !== implicit(0)) throw new MalformedDer('no status');
  if (!revoked && status.content.length > 0) throw new MalformedDer('a status with content');
  const from = single.take(TAG.generalizedTime);
  const next = single.optional(explicit(0));
  const to = next && only(new DerReader(next.content), TAG.generalizedTime);
  const extensions = single.optional(explicit(1));
  if (single.left > 0) throw new MalformedDer('octets after the answer');
  const isShort = [status, from, next, extensions].every((part) => part === null || hasShortestLengths(part.whole));
  return {
    status: revoked ? 'revoked' : isUnknown ? 'unknown' : 'good',
    misread: isShort ? (misreadDate(from, 'thisUpdate') ?? (to && misreadDate(to, 'nextUpdate'))) : LONG_LENGTH,
    this_update: timeOf(from).toISOString(),
    next_update: to && timeOf(to).toISOString(),
    ...(revoked ? revocationIn(status) : { revoked_at: null, revoked_for: null }),
    conditional: extensions !== null && isConditional(extensions),
    scts: extensions ? sctsOf(extensions) : null,
  };
}

/** RevokedInfo. */
function revocationIn({ content }: Element): Pick<OcspStatement, 'revoked_at' | 'revoked_for'> {
  const revoked = new DerReader(content);
  const at = timeOf(revoked.next()).toISOString();
  const reason = revoked.optional(explicit(0));
  return { revoked_at: at, revoked_for: reason && reasonOf(new DerReader(reason.content).take(TAG.enumerated)) };
}

function sctsOf(extensions: Element): Uint8Array | null {
  for (const { content } of inSequence(extensions, MAX_EXTENSIONS)) {
    const extension = new DerReader(content);
    if (oidOf(extension.next()) !== OCSP_SCTS) continue;
    extension.optional(TAG.boolean);
    const value = extension.take(TAG.octetString).content;
    return new DerReader(value).take(TAG.octetString).content;
  }
  return null;
}
