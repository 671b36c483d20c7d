import { VERSION } from './client-hello.ts';
import { ByteQueue, ByteReader, MalformedTls } from './tls-bytes.ts';

export interface ServerHello {
  version: number;
  suite: number;
  /** 0 none, 1 DEFLATE. */
  compression: number;
  /** TLS 1.3: the group named in key_share. */
  group: number | null;
  /** A HelloRetryRequest, which asks for another key share. */
  retry: boolean;
  alpn: string | null;
  secureRenegotiation: boolean;
  extendedMasterSecret: boolean;
  /** Signed certificate timestamps sent in the handshake: the SignedCertificateTimestampList, undecoded. */
  sctList: Uint8Array | null;
  /** Types of the extensions, in the order sent. */
  extensions: number[];
  sessionIdBytes: number;
  /** The random value says that the server supports a newer version than it chose (RFC 8446 §4.1.3). */
  downgraded: boolean;
}

/** What a server sent in clear in answer to one ClientHello, as far as it has come. */
export interface ServerFlight {
  hello: ServerHello | null;
  /** The record of the ServerHello ends with it. */
  helloAlone: boolean;
  /** DER, in the order sent. */
  certificates: Uint8Array[];
  /** Stapled OCSPResponse, DER. */
  staple: Uint8Array | null;
  /** Body of ServerKeyExchange. */
  keyExchange: Uint8Array | null;
  clientCertificateRequested: boolean;
  /** Bytes of encrypted records, as far as they are read. */
  encrypted: number;
  /** Description of a fatal alert (RFC 8446 §6). */
  alert: number | null;
  /** Descriptions of warning alerts, which do not end a handshake. */
  warnings: number[];
  /** The very first bytes are no TLS record. */
  notTls: boolean;
  malformed: string | null;
}

const MAX_RECORD = 16384 + 2048;
const MAX_HANDSHAKE_MESSAGE = 200 * 1024;
/** Room for a flight cut into the smallest pieces; each costs time, however little it holds. */
const MAX_RECORDS = 8_000;
/** Warning alerts, HelloRequests and records without content: a sound server sends hardly any. */
const MAX_EMPTY_WORDS = 8;
/** RFC 8446 §4.1.3: SHA-256 of "HelloRetryRequest". */
const HELLO_RETRY_RANDOM = [
  0xcf, 0x21, 0xad, 0x74, 0xe5, 0x9a, 0x61, 0x11, 0xbe, 0x1d, 0x8c, 0x02, 0x1e, 0x65, 0xb8, 0x91, 0xc2, 0xa2, 0x11,
  0x16, 0x7a, 0xbb, 0x8c, 0x5e, 0x07, 0x9e, 0x09, 0xe2, 0xc8, 0xa8, 0x33, 0x9c,
];
/** RFC 8446 §4.1.3: "DOWNGRD", before one more byte. */
const DOWNGRADE = [0x44, 0x4f, 0x57, 0x4e, 0x47, 0x52, 0x44];

/**
 * Puts records together from segments and handshake messages together from records, in any
 * division of either. `push` answers true once nothing more is worth waiting for.
 */
export class ServerFlightReader {
  readonly flight: ServerFlight = {
    hello: null,
    helloAlone: false,
    certificates: [],
    staple: null,
    keyExchange: null,
    clientCertificateRequested: false,
    encrypted: 0,
    alert: null,
    warnings: [],
    notTls: false,
    malformed: null,
  };
  readonly #records = new ByteQueue();
  readonly #messages = new ByteQueue();
  #sawRecord = false;
  #recordsRead = 0;
  #emptyWords = 0;
  #done = false;
  readonly #isEncryptedRead: boolean;

  /** @param isEncryptedRead the encrypted records after a ServerHello of TLS 1.3 are awaited too */
  constructor(isEncryptedRead = false) {
    this.#isEncryptedRead = isEncryptedRead;
  }

  push(chunk: Uint8Array): boolean {
    if (this.#done) return true;
    this.#records.append(chunk);
    try {
      while (!this.#done && this.#readRecord()) this.#sawRecord = true;
    } catch (error) {
      if (!(error instanceof MalformedTls || error instanceof RangeError)) throw error;
      this.flight.malformed = error.message;
      this.#done = true;
    }
    return this.#done;
  }

  #readRecord(): boolean {
    const header = this.#records.peek(5);
    const [type = 0, major = 3] = header;
    if (header.length > 0 && (type < 20 || type > 24 || major !== 3)) {
      if (this.#sawRecord) throw new MalformedTls(`record type ${type}, version ${major}`);
      this.flight.notTls = true;
      this.#done = true;
      return false;
    }
    if (header.length < 5) return false;
    const length = (header[3] ?? 0) * 256 + (header[4] ?? 0);
    if (length > MAX_RECORD) throw new MalformedTls(`record of ${length} bytes`);
    if (this.#records.length < 5 + length) return false;
    if ((this.#recordsRead += 1) > MAX_RECORDS) throw new MalformedTls('endless records');
    if (length === 0) this.#emptyWord('empty records');
    const content = this.#records.take(5 + length).subarray(5);
    if (type === 21) this.#readAlert(content);
    else if (type === 22) this.#readHandshake(content);
    else if (type === 23 && this.flight.hello && this.#isEncryptedRead) this.flight.encrypted += content.length;
    else if (type === 20 && this.flight.hello && this.#isEncryptedRead) this.#emptyWord('ChangeCipherSpecs');
    // ChangeCipherSpec or application data: all that is in clear has been said.
    else if (this.flight.hello) this.#done = true;
    // For middleboxes, and ignored (RFC 8446 §5).
    else if (type === 20) this.#emptyWord('ChangeCipherSpecs');
    else throw new MalformedTls(`record type ${type} before the ServerHello`);
    return true;
  }

  #emptyWord(kind: string): void {
    this.#emptyWords += 1;
    if (this.#emptyWords > MAX_EMPTY_WORDS) throw new MalformedTls(`endless ${kind}`);
  }

  #readAlert(content: Uint8Array): void {
    const alert = new ByteReader(content);
    const level = alert.uint(1);
    const description = alert.uint(1);
    // A warning such as unrecognized_name may come before the ServerHello (RFC 6066 §3); close_notify ends the talk.
    if (level === 1 && description !== 0) {
      this.flight.warnings.push(description);
      this.#emptyWord('warning alerts');
      return;
    }
    this.flight.alert = description;
    this.#done = true;
  }

  #readHandshake(content: Uint8Array): void {
    this.#messages.append(content);
    for (;;) {
      const header = this.#messages.peek(4);
      if (header.length < 4) return;
      const [type = 0, high = 0, middle = 0, low = 0] = header;
      const length = high * 65536 + middle * 256 + low;
      if (length > MAX_HANDSHAKE_MESSAGE) throw new MalformedTls(`handshake message of ${length} bytes`);
      if (this.#messages.length < 4 + length) return;
      this.#readMessage(type, this.#messages.take(4 + length).subarray(4));
      if (this.#done) return;
    }
  }

  #readMessage(type: number, body: Uint8Array): void {
    const { flight } = this;
    if (!flight.hello && type !== 2) {
      // HelloRequest may come at any time and is ignored (RFC 5246 §7.4.1.1).
      if (type === 0) return this.#emptyWord('HelloRequests');
      throw new MalformedTls(`handshake message ${type} before the ServerHello`);
    }
    const reader = new ByteReader(body);
    if (type === 2) {
      flight.hello = readServerHello(reader);
      flight.helloAlone = this.#messages.length === 0;
      if (flight.hello.version >= VERSION.tls13 && (flight.hello.retry || !this.#isEncryptedRead)) this.#done = true;
    } else if (type === 11) {
      const list = new ByteReader(reader.vector(3));
      while (list.left > 0) flight.certificates.push(list.vector(3));
    } else if (type === 12) flight.keyExchange = body;
    else if (type === 13) flight.clientCertificateRequested = true;
    else if (type === 14) this.#done = true;
    else if (type === 22 && reader.uint(1) === 1) flight.staple = reader.vector(3);
  }
}

/**
 * The body of one ServerHello message.
 * @throws MalformedTls
 */
export function readServerHelloMessage(body: Uint8Array): ServerHello {
  return readServerHello(new ByteReader(body));
}

function readServerHello(reader: ByteReader): ServerHello {
  const legacyVersion = reader.uint(2);
  const random = reader.take(32);
  const sessionIdBytes = reader.vector(1).length;
  const hello: ServerHello = {
    version: legacyVersion,
    suite: reader.uint(2),
    compression: reader.uint(1),
    group: null,
    retry: false,
    alpn: null,
    secureRenegotiation: false,
    extendedMasterSecret: false,
    sctList: null,
    extensions: [],
    sessionIdBytes,
    downgraded: DOWNGRADE.every((byte, at) => random[24 + at] === byte),
  };
  hello.retry = HELLO_RETRY_RANDOM.every((byte, at) => random[at] === byte);
  const extensions = new ByteReader(reader.left > 0 ? reader.vector(2) : new Uint8Array());
  while (extensions.left > 0) {
    const type = extensions.uint(2);
    hello.extensions.push(type);
    const content = new ByteReader(extensions.vector(2));
    if (type === 43) hello.version = content.uint(2);
    else if (type === 51) hello.group = content.uint(2);
    else if (type === 16) hello.alpn = latin1(new ByteReader(content.vector(2)).vector(1));
    else if (type === 18) hello.sctList = content.take(content.left);
    else if (type === 23) hello.extendedMasterSecret = true;
    // In a first handshake it is empty; clients abort at anything else (RFC 5746 §3.4).
    else if (type === 0xff01) hello.secureRenegotiation = content.left === 1 && content.uint(1) === 0;
  }
  if (hello.retry && hello.version < VERSION.tls13) throw new MalformedTls('HelloRetryRequest without TLS 1.3');
  return hello;
}

type KeyExchange = { group: number } | { dhBits: number; modulus: Uint8Array };

/** ServerKeyExchange (RFC 8422 §5.4, RFC 5246 §7.4.3): a named curve, or the Diffie-Hellman modulus and its size. */
export function readKeyExchange(body: Uint8Array, suite: string): KeyExchange | null {
  try {
    const reader = new ByteReader(body);
    if (/_ECDHE_|_ECDH_anon_/.test(suite)) return reader.uint(1) === 3 ? { group: reader.uint(2) } : null;
    if (!/_DHE_|_DH_anon_/.test(suite)) return null;
    const prime = reader.vector(2);
    const first = prime.findIndex((byte) => byte !== 0);
    if (first < 0) return { dhBits: 0, modulus: new Uint8Array() };
    const dhBits = (prime.length - first) * 8 - Math.clz32(prime[first] ?? 0) + 24;
    return { dhBits, modulus: prime.subarray(first) };
  } catch (error) {
    if (error instanceof MalformedTls) return null;
    throw error;
  }
}

/** What a ServerKeyExchange of TLS 1.2 is signed with (RFC 5246 §7.4.3): a SignatureScheme, or null where nothing is signed. */
export function readSignatureScheme(body: Uint8Array, suite: string): number | null {
  try {
    const reader = new ByteReader(body);
    if (/_anon_/.test(suite)) return null;
    if (/_ECDHE_/.test(suite)) {
      if (reader.uint(1) !== 3) return null;
      reader.uint(2);
      reader.vector(1);
    } else if (/_DHE_/.test(suite)) for (let n = 0; n < 3; n += 1) reader.vector(2);
    else return null;
    return reader.left > 2 ? reader.uint(2) : null;
  } catch (error) {
    if (error instanceof MalformedTls) return null;
    throw error;
  }
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
