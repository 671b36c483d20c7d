import {
  bitString,
  DerReader,
  elements,
  explicit,
  implicit,
  integerHex,
  oidOf,
  TAG,
  timeOf,
  type Element,
} from './der.ts';
import { readSignatureAlgorithm, type SignatureAlgorithm } from './signature-algorithm.ts';
import { hashAlgorithm, type SignatureHash } from './x509-algorithms.ts';

export interface OcspAnswer {
  /** Which certificate it speaks of (RFC 6960 §4.1.1). */
  certificate: { hash: SignatureHash | null; issuerNameHash: Uint8Array; issuerKeyHash: Uint8Array; serial: string };
  status: 'good' | 'revoked' | 'unknown';
  this_update: string;
  next_update: string | null;
  revoked_at: string | null;
  /** SignedCertificateTimestampList inside the answer (RFC 6962 §3.3); null when there is none. */
  scts: Uint8Array | null;
}

export interface OcspResponse {
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
const MAX_ANSWERS = 16;
const MAX_CERTIFICATES = 4;
const MAX_EXTENSIONS = 20;

/** A successful basic OCSP response (RFC 6960 §4.2); null when it is none. Never throws. */
export function parseOcspResponse(der: Uint8Array): OcspResponse | null {
  try {
    const response = new DerReader(der).enter(TAG.sequence);
    const status = response.take(TAG.enumerated).content;
    if (status.length !== 1 || status[0] !== 0) return null;
    const bytes = response.enter(explicit(0)).enter(TAG.sequence);
    if (oidOf(bytes.next()) !== OCSP_BASIC) return null;
    const basic = new DerReader(bytes.take(TAG.octetString).content).enter(TAG.sequence);
    const data = basic.take(TAG.sequence);
    const algorithm = basic.enter(TAG.sequence);
    const signature = bitString(basic.next());
    const certificates = basic.optional(explicit(0));
    return {
      answers: answersOf(new DerReader(data.content)),
      signed: data.whole,
      signature,
      algorithm: readSignatureAlgorithm(algorithm),
      certificates: certificates ? inSequence(certificates, MAX_CERTIFICATES).map(({ whole }) => whole) : [],
    };
  } catch {
    return null;
  }
}

/** ResponseData: version, who answers, when, the answers. */
function answersOf(data: DerReader): OcspAnswer[] {
  data.optional(explicit(0));
  data.next();
  data.take(TAG.generalizedTime);
  return elements(data.take(TAG.sequence).content, MAX_ANSWERS).map(({ content }) =>
    readAnswer(new DerReader(content)),
  );
}

function inSequence({ content }: Element, most: number): Element[] {
  return elements(new DerReader(content).take(TAG.sequence).content, most);
}

function readAnswer(single: DerReader): OcspAnswer {
  const id = single.enter(TAG.sequence);
  const hash = hashAlgorithm(oidOf(id.enter(TAG.sequence).next()));
  const [issuerNameHash, issuerKeyHash] = [id.take(TAG.octetString).content, id.take(TAG.octetString).content];
  const serial = integerHex(id.next());
  const status = single.next();
  const revoked = status.tag === explicit(1);
  const thisUpdate = timeOf(single.take(TAG.generalizedTime));
  const next = single.optional(explicit(0));
  const extensions = single.optional(explicit(1));
  return {
    certificate: { hash, issuerNameHash, issuerKeyHash, serial },
    status: status.tag === implicit(0) ? 'good' : revoked ? 'revoked' : 'unknown',
    this_update: thisUpdate.toISOString(),
    next_update: next ? timeOf(new DerReader(next.content).next()).toISOString() : null,
    revoked_at: revoked ? timeOf(new DerReader(status.content).next()).toISOString() : null,
    scts: extensions ? sctsOf(extensions) : null,
  };
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
