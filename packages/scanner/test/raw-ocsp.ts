/** OCSP responses octet by octet, with whatever is wrong in them. */
import { createHash, sign } from 'node:crypto';
import { der, ia5, octets, oid, sequence, type RawCertificate } from '@palisade/lab/tls/raw-certificate';

const HOUR_MS = 3_600_000;
const BASIC = '1.3.6.1.5.5.7.48.1.1';
const [RSA, EC] = [
  {
    sha256: '1.2.840.113549.1.1.11',
    sha224: '1.2.840.113549.1.1.14',
    sha1: '1.2.840.113549.1.1.5',
    md5: '1.2.840.113549.1.1.4',
  },
  { sha256: '1.2.840.10045.4.3.2', sha224: '1.2.840.10045.4.3.1', sha1: '1.2.840.10045.4.1', md5: '' },
] as const;

export interface RawResponse {
  /** Whose certificates are spoken of, and the number of one. */
  issuer: RawCertificate;
  serial: Uint8Array;
  signer?: RawCertificate;
  /** Sent along. */
  certificates?: readonly RawCertificate[];
  /** Hours from now; no end when null. */
  from?: number;
  to?: number | null;
  /** CertStatus; default: good. */
  status?: Buffer;
  hash?: keyof typeof RSA;
  /** The signer that the response names by its key. */
  named?: RawCertificate;
  /** The name by which the response names its signer, instead of the key. */
  name?: Uint8Array;
  /** SingleResponses after the first. */
  further?: readonly Uint8Array[];
  /** GeneralizedTimes as they stand there; default: to the second. */
  producedAt?: string;
  thisUpdate?: string;
  nextUpdate?: Buffer;
  /** More octets behind the whole. */
  after?: Buffer;
}

/** A response that is an error: its number and nothing else. */
export const errorResponse = (code: number): Buffer => sequence(der(0x0a, Buffer.from([code])));

export function rawResponse(request: RawResponse): Buffer {
  const { issuer, serial, signer = issuer, certificates = [], hash = 'sha256', to = 144 } = request;
  const { named = signer } = request;
  const from = time(request.from ?? -24);
  const given = (text: string | undefined): Buffer => (text === undefined ? from : ia5(0x18, text));
  const id = certificateId(issuer, serial);
  const end = to === null ? [] : [der(0xa0, request.nextUpdate ?? time(to))];
  const data = sequence(
    request.name ? der(0xa1, request.name) : der(0xa2, octets(sha1(publicKeyOf(named)))),
    given(request.producedAt),
    sequence(sequence(id, request.status ?? der(0x80), given(request.thisUpdate), ...end), ...(request.further ?? [])),
  );
  const { privateKey } = signer.keys;
  const isEc = privateKey.asymmetricKeyType === 'ec';
  const algorithm = isEc ? sequence(oid(EC[hash])) : sequence(oid(RSA[hash]), der(0x05));
  const signature = der(0x03, Buffer.from([0]), sign(hash, data, privateKey));
  const sent = certificates.length > 0 ? [der(0xa0, sequence(...certificates.map((one) => one.der)))] : [];
  const basic = sequence(data, algorithm, signature, ...sent);
  const whole = sequence(der(0x0a, Buffer.from([0])), der(0xa0, sequence(oid(BASIC), octets(basic))));
  return Buffer.concat([whole, request.after ?? Buffer.alloc(0)]);
}

export function certificateId(issuer: RawCertificate, serial: Uint8Array, ...more: readonly Uint8Array[]): Buffer {
  return sequence(
    sequence(oid('1.3.14.3.2.26'), der(0x05)),
    octets(sha1(issuer.subject)),
    octets(sha1(publicKeyOf(issuer))),
    der(0x02, serial),
    ...more,
  );
}

export const revoked = (): Buffer => der(0xa1, time(-24));
export const statusOf = (tag: number): Buffer => der(tag);

function time(hours: number): Buffer {
  const text = new Date(Date.now() + hours * HOUR_MS).toISOString().replaceAll(/[-:T]|\.\d+/gu, '');
  return ia5(0x18, text);
}

/** The content of the BIT STRING: of P-256 behind 26 octets, of RSA the key as PKCS #1 has it. */
function publicKeyOf({ keys: { publicKey } }: RawCertificate): Buffer {
  return publicKey.asymmetricKeyType === 'rsa'
    ? publicKey.export({ type: 'pkcs1', format: 'der' })
    : publicKey.export({ type: 'spki', format: 'der' }).subarray(26);
}

function sha1(bytes: Uint8Array): Buffer {
  return createHash('sha1').update(bytes).digest();
}
