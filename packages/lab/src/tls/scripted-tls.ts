import { getDiffieHellman, randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { serveBytes, type TlsHost } from './tls-host.ts';

/** A server that answers a ClientHello as configured and then sends nothing: without cryptography, so no cipher is too old. */
export interface ScriptedTls {
  /** Wire versions accepted, e.g. 0x0301. */
  versions: readonly number[];
  /** Suites accepted, by code, in order of preference. */
  suites: readonly number[];
  /** Further ones, accepted with TLS 1.0 and older alone. */
  withdrawn?: readonly number[];
  /** Default server. */
  preference?: 'server' | 'client';
  /** Leaf first, DER. */
  chain: readonly Uint8Array[];
  compression?: boolean;
  /** Default true. */
  secureRenegotiation?: boolean;
  /** Default true. */
  extendedMasterSecret?: boolean;
  /** Size of the prime sent for DHE suites; default 2048. */
  dhBits?: number;
  /** Named curve sent for ECDHE suites, by code; default X25519. It must be among those offered. */
  curve?: number;
  /** How an unacceptable hello is refused; default alert handshake_failure. */
  refuse?: 'alert' | 'hang_up' | 'silence';
  /** Chosen whatever the client offers. */
  alpn?: string;
  /** Sent before the ServerHello: warning alert unrecognized_name. */
  warnFirst?: boolean;
}

export function serveScripted(script: ScriptedTls): Promise<TlsHost> {
  return serveBytes((socket) => {
    let read = Buffer.alloc(0);
    const listen = (bytes: Buffer): void => {
      read = Buffer.concat([read, bytes]);
      // testssl.sh sends its hello in pieces.
      if (read[0] === 22 && (read.length < 5 || read.length < 5 + read.readUInt16BE(3))) return;
      socket.off('data', listen);
      const hello = readClientHello(read);
      const answer = hello && answerTo(hello, script);
      if (answer) socket.write(answer);
      else refuse(socket, hello, script);
    };
    socket.on('data', listen);
  });
}

interface Offer {
  version: number;
  suites: number[];
  deflate: boolean;
  curves: number[];
}

function readClientHello(bytes: Buffer): Offer | null {
  if (bytes[0] !== 22 || bytes[5] !== 1) return null;
  const version = bytes.readUInt16BE(9);
  let at = 43;
  at += 1 + bytes.readUInt8(at);
  const suitesEnd = at + 2 + bytes.readUInt16BE(at);
  const suites: number[] = [];
  for (at += 2; at < suitesEnd; at += 2) suites.push(bytes.readUInt16BE(at));
  const methods = bytes.subarray(at + 1, at + 1 + bytes.readUInt8(at));
  at += 1 + methods.length;
  const curves: number[] = [];
  for (at += 2; at + 4 <= bytes.length; at += 4 + bytes.readUInt16BE(at + 2)) {
    if (bytes.readUInt16BE(at) !== 10) continue;
    for (let curve = at + 6; curve < at + 4 + bytes.readUInt16BE(at + 2); curve += 2)
      curves.push(bytes.readUInt16BE(curve));
  }
  return { version, suites, deflate: methods.includes(1), curves };
}

function answerTo(offer: Offer, script: ScriptedTls): Buffer | null {
  const version = script.versions.toSorted((a, b) => b - a).find((one) => one <= offer.version);
  const suites =
    script.withdrawn && version !== undefined && version <= 0x0301
      ? [...script.suites, ...script.withdrawn]
      : script.suites;
  const [asker, answerer] = script.preference === 'client' ? [offer.suites, suites] : [suites, offer.suites];
  const curve = script.curve ?? 0x1d;
  const suite = asker.find(
    (one) => answerer.includes(one) && (!isEcdhe(one) || offer.curves.includes(curve) || version === 0x0300),
  );
  if (version === undefined || suite === undefined) return null;
  const extensions = version === 0x0300 ? [] : extensionsOf(script);
  const serverHello = [
    ...u16(version),
    ...randomBytes(32),
    0,
    ...u16(suite),
    script.compression && offer.deflate ? 1 : 0,
    ...(extensions.length > 0 ? vector(2, extensions) : []),
  ];
  const certificates = vector(
    3,
    script.chain.flatMap((der) => vector(3, [...der])),
  );
  const messages = [
    message(2, serverHello),
    ...(isAnonymous(suite) ? [] : [message(11, certificates)]),
    ...keyExchange(suite, script).map((body) => message(12, body)),
    message(14, []),
  ].flat();
  const warning = script.warnFirst ? [21, ...u16(version), ...vector(2, [1, 112])] : [];
  const records: number[] = [];
  for (let at = 0; at < messages.length; at += 4000) {
    records.push(22, ...u16(version), ...vector(2, messages.slice(at, at + 4000)));
  }
  return Buffer.from([...warning, ...records]);
}

function extensionsOf({ secureRenegotiation = true, extendedMasterSecret = true, alpn }: ScriptedTls): number[] {
  return [
    ...(secureRenegotiation ? [...u16(0xff01), ...vector(2, [0])] : []),
    ...(extendedMasterSecret ? [...u16(23), ...vector(2, [])] : []),
    ...(alpn === undefined ? [] : [...u16(16), ...vector(2, vector(2, vector(1, [...Buffer.from(alpn)])))]),
  ];
}

/** Bodies of ServerKeyExchange; what follows the parameters (the signature) is left out. */
function keyExchange(suite: number, { dhBits = 2048, curve = 0x1d }: ScriptedTls): number[][] {
  if (isEcdhe(suite)) return [[3, ...u16(curve), ...vector(1, [4, ...randomBytes(64)])]];
  if (!DHE.has(suite)) return [];
  return [[...vector(2, [...primeOf(dhBits)]), ...vector(2, [2]), ...vector(2, [...randomBytes(dhBits / 8)])]];
}

/** Of RFC 2409 and RFC 3526; of other sizes any number, which is hardly ever a prime. */
function primeOf(bits: number): Uint8Array {
  const known = PRIMES[bits];
  if (known) return getDiffieHellman(known).getPrime();
  const number = randomBytes(bits / 8);
  number.writeUInt8(number.readUInt8(0) | 0x80, 0);
  return number;
}

const PRIMES: Readonly<Record<number, string>> = { 1024: 'modp2', 1536: 'modp5', 2048: 'modp14' };

const DHE = new Set([0x33, 0x39, 0x67, 0x6b, 0x9e, 0x9f, 0xccaa, 0x14, 0x16, 0x18, 0x34, 0x3a]);
function isEcdhe(suite: number): boolean {
  return (suite >= 0xc006 && suite <= 0xc00a) || (suite >= 0xc010 && suite <= 0xc019) || ECDHE.has(suite);
}
const ECDHE = new Set([0xc023, 0xc024, 0xc027, 0xc028, 0xc02b, 0xc02c, 0xc02f, 0xc030, 0xcca8, 0xcca9]);
function isAnonymous(suite: number): boolean {
  return [0x18, 0x34, 0x3a].includes(suite) || (suite >= 0xc015 && suite <= 0xc019);
}

function refuse(socket: Socket, offer: Offer | null, { refuse: how = 'alert', versions }: ScriptedTls): void {
  if (how === 'silence') return;
  if (how === 'hang_up' || !offer) {
    socket.end();
    return;
  }
  const protocolVersion = !versions.some((one) => one <= offer.version);
  socket.end(Buffer.from([21, 3, 1, 0, 2, 2, protocolVersion ? 70 : 40]));
}

function message(type: number, body: readonly number[]): number[] {
  return [type, ...vector(3, body)];
}
function u16(value: number): number[] {
  return [value >> 8, value & 0xff];
}
function vector(width: 1 | 2 | 3, content: readonly number[]): number[] {
  const { length } = content;
  const prefix = [length >> 16, (length >> 8) & 0xff, length & 0xff].slice(3 - width);
  return [...prefix, ...content];
}
