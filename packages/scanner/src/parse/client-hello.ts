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
  /** Offer DEFLATE besides "none". */
  deflate?: boolean;
  alpn?: readonly string[];
  /** TLS 1.3: send a share for X25519 instead of none, for servers that refuse a hello without any. */
  keyShare?: boolean;
}

const X25519 = 0x001d;

/** RFC 5746 §3.3: says "no renegotiation yet" to servers that choke on extensions. */
const EMPTY_RENEGOTIATION_INFO_SCSV = 0x00ff;

/** Schemes of RFC 8446 §4.2.3, strongest habits first, SHA-1 last so that old servers still find theirs. */
const SIGNATURE_SCHEMES = [
  0x0403, 0x0503, 0x0603, 0x0807, 0x0808, 0x0804, 0x0805, 0x0806, 0x0809, 0x080a, 0x080b, 0x0401, 0x0501, 0x0601,
  0x0303, 0x0301, 0x0402, 0x0203, 0x0201, 0x0202,
];

/**
 * One ClientHello in its record. It asks to be answered in clear: up to TLS 1.2 the server's whole first flight is;
 * for TLS 1.3 the key_share is empty, which obliges the server to name version, suite and group
 * in a HelloRetryRequest (RFC 8446 §4.2.8).
 * @param random 64 bytes: 32 for the hello, 32 for the session id that middleboxes expect in TLS 1.3
 */
export function buildClientHello(hello: ClientHello, random: Uint8Array): Uint8Array {
  const { version, suites, deflate = false } = hello;
  const legacyVersion = Math.min(version, VERSION.tls12);
  const offered = version === VERSION.tls13 ? suites : [...suites, EMPTY_RENEGOTIATION_INFO_SCSV];
  const body = [
    ...u16(legacyVersion),
    ...random.subarray(0, 32),
    ...vec8(version === VERSION.tls13 ? [...random.subarray(32, 64)] : []),
    ...vec16(offered.flatMap(u16)),
    ...vec8(deflate ? [1, 0] : [0]),
    // SSL 3.0 knows no extensions, and some of its servers drop a hello that carries any.
    ...(version === VERSION.ssl3 ? [] : vec16(extensions(hello, random))),
  ];
  const handshake = [1, 0, ...u16(body.length), ...body];
  return Uint8Array.from([22, ...u16(version === VERSION.ssl3 ? VERSION.ssl3 : VERSION.tls10), ...vec16(handshake)]);
}

function extensions({ version, groups, serverName, alpn = [], keyShare }: ClientHello, random: Uint8Array): number[] {
  const list: number[] = [];
  const add = (type: number, content: number[]): void => {
    list.push(...u16(type), ...vec16(content));
  };
  if (serverName !== null) add(0, vec16([0, ...vec16(ascii(serverName))]));
  add(10, vec16(groups.flatMap(u16)));
  if (version >= VERSION.tls12) add(13, vec16(SIGNATURE_SCHEMES.flatMap(u16)));
  if (alpn.length > 0) add(16, vec16(alpn.flatMap((name) => vec8(ascii(name)))));
  if (version === VERSION.tls13) {
    add(43, vec8(u16(VERSION.tls13)));
    // Any 32 bytes are a public value of X25519 (RFC 7748 §5); no one will ask for the secret one.
    add(51, vec16(keyShare ? [...u16(X25519), ...vec16([...random.subarray(0, 32)])] : []));
    return list;
  }
  add(11, vec8([0]));
  // status_request (OCSP, no responder preferred), signed_certificate_timestamp, extended_master_secret
  add(5, [1, ...u16(0), ...u16(0)]);
  add(18, []);
  add(23, []);
  add(0xff01, vec8([]));
  return list;
}

function u16(value: number): number[] {
  return [value >> 8, value & 0xff];
}
function vec8(content: readonly number[]): number[] {
  return [content.length, ...content];
}
function vec16(content: readonly number[]): number[] {
  return [...u16(content.length), ...content];
}
function ascii(text: string): number[] {
  return [...text].map((char) => char.charCodeAt(0) & 0xff);
}
