import { ByteReader, MalformedTls } from '../tls/tls-bytes.ts';

export const QUIC_V1 = 1;
/** RFC 9000 §17.2: connection IDs of version 1 are never longer. */
const MAX_CONNECTION_ID = 20;

/** One packet of a datagram, with the parts of its header that are not encrypted. */
export type QuicPacket =
  | { kind: 'version_negotiation'; dcid: Uint8Array; scid: Uint8Array; versions: number[] }
  /** `body`: everything except the integrity tag. */
  | { kind: 'retry'; dcid: Uint8Array; scid: Uint8Array; token: Uint8Array; body: Uint8Array; tag: Uint8Array }
  /** `numberAt`: where the protected packet number begins in `bytes`. */
  | { kind: 'initial'; dcid: Uint8Array; scid: Uint8Array; bytes: Uint8Array; numberAt: number }
  /** Handshake, 0-RTT or short header: encrypted with keys from a handshake. */
  | { kind: 'protected' };

/** Maximum number of packets read from one datagram. A server needs three. */
const MAX_PACKETS = 8;
const TAG_BYTES = 16;

/**
 * Reads the packets of one datagram (RFC 9000 §12.2, §17.2; RFC 8999).
 * @throws MalformedTls
 */
export function readQuicPackets(datagram: Uint8Array): QuicPacket[] {
  const packets: QuicPacket[] = [];
  let rest = datagram;
  while (rest.length > 0 && packets.length < MAX_PACKETS) {
    const { packet, length } = readPacket(rest);
    packets.push(packet);
    rest = rest.subarray(length);
  }
  return packets;
}

function readPacket(bytes: Uint8Array): { packet: QuicPacket; length: number } {
  const reader = new ByteReader(bytes);
  const first = reader.uint(1);
  // A short header has no length field, so it is the last packet of its datagram.
  if ((first & 0x80) === 0) return { packet: { kind: 'protected' }, length: bytes.length };
  const version = reader.uint(2) * 65_536 + reader.uint(2);
  const dcid = reader.vector(1);
  const scid = reader.vector(1);
  if (version === 0) {
    const versions: number[] = [];
    while (reader.left >= 4) versions.push(reader.uint(2) * 65_536 + reader.uint(2));
    if (versions.length === 0) throw new MalformedTls('a Version Negotiation packet without versions');
    return { packet: { kind: 'version_negotiation', dcid, scid, versions }, length: bytes.length };
  }
  if (version !== QUIC_V1)
    throw new MalformedTls(`a packet of QUIC version ${hexVersion(version)}, which was not requested`);
  if (dcid.length > MAX_CONNECTION_ID || scid.length > MAX_CONNECTION_ID) {
    throw new MalformedTls('a connection ID longer than QUIC version 1 allows');
  }
  const kind = (first & 0x30) >> 4;
  if (kind === 3) {
    if (reader.left < TAG_BYTES) throw new MalformedTls('a Retry packet without its tag');
    const token = reader.take(reader.left - TAG_BYTES);
    const body = bytes.subarray(0, bytes.length - TAG_BYTES);
    return { packet: { kind: 'retry', dcid, scid, token, body, tag: reader.take(TAG_BYTES) }, length: bytes.length };
  }
  if (kind === 0) reader.take(readVarint(reader));
  const rest = readVarint(reader);
  const numberAt = bytes.length - reader.left;
  reader.take(rest);
  const length = numberAt + rest;
  if (kind !== 0) return { packet: { kind: 'protected' }, length };
  return { packet: { kind: 'initial', dcid, scid, bytes: bytes.subarray(0, length), numberAt }, length };
}

/** RFC 9000 §16. Values above 2^53 are inexact, but all values that large are rejected anyway. */
export function readVarint(reader: ByteReader): number {
  const first = reader.uint(1);
  let value = first & 0x3f;
  for (let more = (1 << (first >> 6)) - 1; more > 0; more -= 1) value = value * 256 + reader.uint(1);
  return value;
}

/** @param width number of bytes to use; by default the smallest that fits the value */
export function varint(value: number, width: 1 | 2 | 4 = value < 64 ? 1 : value < 16_384 ? 2 : 4): number[] {
  const out = Array.from({ length: width }, (_, index) => Math.floor(value / 256 ** (width - 1 - index)) & 0xff);
  out[0] = (out[0] ?? 0) | ({ 1: 0x00, 2: 0x40, 4: 0x80 } as const)[width];
  return out;
}

export function hexVersion(version: number): string {
  return `0x${version.toString(16).padStart(8, '0')}`;
}
