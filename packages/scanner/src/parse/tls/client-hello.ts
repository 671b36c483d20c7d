/** Wire values of the protocol versions (RFC 8446 §4.1.2; RFC 6101 for SSL 3.0). */
export const VERSION = { ssl3: 0x0300, tls10: 0x0301, tls11: 0x0302, tls12: 0x0303, tls13: 0x0304 } as const;
export type VersionCode = (typeof VERSION)[keyof typeof VERSION];

export interface ClientHello {
  /** Highest version offered. For TLS 1.3 it is the only one. */
  version: VersionCode;
  suites: readonly number[];
  groups: readonly number[];
  /** Name for server_name; null sends none (RFC 6066 §3 forbids address literals). */
  serverName: string | null;
  /** Offer DEFLATE in addition to "none". */
  deflate?: boolean;
  alpn?: readonly string[];
  /** TLS 1.3: send a share for X25519 instead of none, for servers that refuse a hello without any. */
  keyShare?: boolean;
  /** The only signature schemes for the handshake; those in certificates stay free. */
  schemes?: readonly number[];
  /**
   * All signature schemes: those over SHA-1 first, then those of RSA without PSS. A server that goes by the client's order
   * takes one of these if it takes any.
   */
  sha1First?: boolean;
  /** Over QUIC: the client's transport parameters (RFC 9001 §8.2). */
  quic?: Uint8Array;
}

const X25519 = 0x001d;

/** RFC 5746 §3.3: says "no renegotiation yet" to servers that choke on extensions. */
const EMPTY_RENEGOTIATION_INFO_SCSV = 0x00ff;

/** Schemes of RFC 8446 §4.2.3, strongest habits first, SHA-1 last so that old servers still find theirs. */
const SIGNATURE_SCHEMES = [
  0x0403, 0x0503, 0x0603, 0x0807, 0x0808, 0x0804, 0x0805, 0x0806, 0x0809, 0x080a, 0x080b, 0x0401, 0x0501, 0x0601,
  0x0303, 0x0301, 0x0402, 0x0203, 0x0201, 0x0202,
];
const OVER_SHA1 = [0x0203, 0x0201, 0x0202];
const RSA_PKCS1 = [0x0401, 0x0501, 0x0601];
/** Those of clients without RSA-PSS follow: most servers then show whether they still sign for them. */
const OLDEST_FIRST = [...OVER_SHA1, ...RSA_PKCS1];
const SHA1_FIRST = [...OLDEST_FIRST, ...SIGNATURE_SCHEMES.filter((scheme) => !OLDEST_FIRST.includes(scheme))];

/**
 * One ClientHello in its record. It asks to be answered in clear: up to TLS 1.2 the server's whole first flight is;
 * for TLS 1.3 the key_share is empty, which obliges the server to name version, suite and group
 * in a HelloRetryRequest (RFC 8446 §4.2.8).
 * @param random 64 bytes: 32 for the hello, 32 for the session id that middleboxes expect in TLS 1.3
 */
export function buildClientHello(hello: ClientHello, random: Uint8Array): Uint8Array {
  const out: number[] = [22];
  u16(out, hello.version === VERSION.ssl3 ? VERSION.ssl3 : VERSION.tls10);
  vector(out, 2, () => message(out, hello, random));
  return new Uint8Array(out);
}

/** The same without its record, as QUIC carries it. */
export function clientHelloMessage(hello: ClientHello, random: Uint8Array): Uint8Array {
  const out: number[] = [];
  message(out, hello, random);
  return new Uint8Array(out);
}

function message(out: number[], hello: ClientHello, random: Uint8Array): void {
  const { version, suites, deflate = false, quic } = hello;
  out.push(1, 0);
  vector(out, 2, () => {
    u16(out, Math.min(version, VERSION.tls12));
    bytes(out, random.subarray(0, 32));
    // No middlebox reads what QUIC carries, and servers refuse a session id there (RFC 9001 §8.4).
    vector(out, 1, () => version === VERSION.tls13 && !quic && bytes(out, random.subarray(32, 64)));
    vector(out, 2, () => {
      for (const suite of suites) u16(out, suite);
      if (version !== VERSION.tls13) u16(out, EMPTY_RENEGOTIATION_INFO_SCSV);
    });
    vector(out, 1, () => out.push(...(deflate ? [1, 0] : [0])));
    // SSL 3.0 knows no extensions, and some of its servers drop a hello that carries any.
    if (version !== VERSION.ssl3) vector(out, 2, () => extensions(out, hello, random));
  });
}

function extensions(
  out: number[],
  { version, groups, serverName, alpn = [], keyShare, schemes, sha1First, quic }: ClientHello,
  random: Uint8Array,
): void {
  const add = (type: number, content: () => unknown): void => {
    u16(out, type);
    vector(out, 2, content);
  };
  if (serverName !== null) {
    add(0, () =>
      vector(out, 2, () => {
        out.push(0);
        vector(out, 2, () => ascii(out, serverName));
      }),
    );
  }
  add(10, () => vector(out, 2, () => groups.forEach((group) => u16(out, group))));
  if (version >= VERSION.tls12) {
    const list = (codes: readonly number[]) => () => vector(out, 2, () => codes.forEach((scheme) => u16(out, scheme)));
    add(13, list(schemes ?? (sha1First ? SHA1_FIRST : SIGNATURE_SCHEMES)));
    // RFC 8446 §4.2.3: without it the first list would speak for the certificates too.
    if (schemes) add(50, list(SIGNATURE_SCHEMES));
  }
  if (alpn.length > 0) {
    add(16, () => vector(out, 2, () => alpn.forEach((name) => vector(out, 1, () => ascii(out, name)))));
  }
  if (version === VERSION.tls13) {
    add(43, () => vector(out, 1, () => u16(out, VERSION.tls13)));
    // Any 32 bytes are a public value of X25519 (RFC 7748 §5); no one will ask for the secret one.
    add(51, () =>
      vector(out, 2, () => {
        if (!keyShare) return;
        u16(out, X25519);
        vector(out, 2, () => bytes(out, random.subarray(0, 32)));
      }),
    );
    if (quic) add(57, () => bytes(out, quic));
    return;
  }
  add(11, () => vector(out, 1, () => out.push(0)));
  // status_request (OCSP, no responder preferred), signed_certificate_timestamp, extended_master_secret
  add(5, () => out.push(1, 0, 0, 0, 0));
  add(18, () => undefined);
  add(23, () => undefined);
  add(0xff01, () => vector(out, 1, () => undefined));
}

function u16(out: number[], value: number): void {
  out.push(value >> 8, value & 0xff);
}

function bytes(out: number[], content: Uint8Array): void {
  for (const byte of content) out.push(byte);
}

function ascii(out: number[], text: string): void {
  for (let at = 0; at < text.length; at += 1) out.push(text.charCodeAt(at) & 0xff);
}

/** What `content` writes, behind its length of `width` bytes (RFC 8446 §3.4): one list, each byte written once. */
function vector(out: number[], width: 1 | 2, content: () => unknown): void {
  const start = out.length;
  for (let n = 0; n < width; n += 1) out.push(0);
  content();
  const length = out.length - start - width;
  out[start + width - 1] = length & 0xff;
  if (width === 2) out[start] = length >> 8;
}
