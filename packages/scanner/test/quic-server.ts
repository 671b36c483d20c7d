import { createCipheriv } from 'node:crypto';
import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { initialKeys, retryTag, unprotect, type PacketKeys } from '../src/gather/quic/initial-protection.ts';
import { readQuicPackets, varint, type QuicPacket } from '../src/parse/quic/quic-packets.ts';

type Initial = Extract<QuicPacket, { kind: 'initial' }>;

/** One Initial packet of a client, and what is needed to respond to it. */
export interface Asked {
  packet: Initial;
  /** Decrypted. Null if it was encrypted with other keys. */
  payload: Buffer | null;
  datagram: Buffer;
  number: number;
  reply(bytes: Uint8Array): void;
}

export interface QuicServer {
  port: number;
  asked: Asked[];
  close(): void;
}

/** A UDP socket that responds to every first packet according to a script. */
export async function startQuicServer(
  address: string,
  answer: (asked: Asked) => void,
  {
    port = 0,
    keysOf = (packet: Initial) => packet.dcid,
  }: { port?: number; keysOf?: (packet: Initial) => Uint8Array } = {},
): Promise<QuicServer> {
  const socket = createSocket('udp4');
  const asked: Asked[] = [];
  socket.on('message', (datagram: Buffer, peer: RemoteInfo) => {
    const [packet] = readQuicPackets(datagram);
    if (packet?.kind !== 'initial') return;
    const payload = unprotect(packet.bytes, packet.numberAt, initialKeys(keysOf(packet)).client);
    const reply = (bytes: Uint8Array): void => socket.send(bytes, peer.port, peer.address, () => undefined);
    const one = { packet, payload, datagram, number: asked.length, reply };
    asked.push(one);
    answer(one);
  });
  socket.bind(port, address);
  await once(socket, 'listening');
  return { port: socket.address().port, asked, close: () => socket.close() };
}

const SERVER_ID = Buffer.from('c0ffee00', 'hex');

/** An Initial packet of the server with these frames. */
export function serverInitial({ packet }: Asked, frames: Uint8Array, number = 0): Buffer {
  const { server } = initialKeys(packet.dcid);
  const length = varint(4 + frames.length + 16, 2);
  const token = [0];
  const header = Buffer.from([0xc3, 0, 0, 0, 1, packet.scid.length, ...packet.scid, SERVER_ID.length, ...SERVER_ID, ...token, ...length, 0, 0, 0, number]); // prettier-ignore
  return seal(header, number, frames, server);
}

function seal(header: Buffer, number: number, payload: Uint8Array, { key, iv, hp }: PacketKeys): Buffer {
  const nonce = Buffer.from(iv);
  nonce[11] = (nonce[11] ?? 0) ^ number;
  const cipher = createCipheriv('aes-128-gcm', key, nonce).setAAD(header);
  const packet = Buffer.concat([header, cipher.update(payload), cipher.final(), cipher.getAuthTag()]);
  const at = header.length - 4;
  const mask = createCipheriv('aes-128-ecb', hp, null).update(packet.subarray(at + 4, at + 20));
  packet[0] = (packet[0] ?? 0) ^ ((mask[0] ?? 0) & 0x0f);
  for (let n = 0; n < 4; n += 1) packet[at + n] = (packet[at + n] ?? 0) ^ (mask[n + 1] ?? 0);
  return packet;
}

/** The ServerHello of RFC 9001 A.3 with this suite. */
export function serverHello(suite = 0x1301): Buffer {
  const message = Buffer.from(
    '020000560303eefce7f7b37ba1d1632e96677825ddf73988cfc79825df566dc5430b9a045a1200130100002e00330024001d00209d3c940d89690b84d08a60993c144eca684d1081287c834d5311bcf32bb9da1a002b00020304',
    'hex',
  );
  message.writeUInt16BE(suite, 39);
  return message;
}

/** CRYPTO frames of this size. */
export function crypto(message: Buffer, piece = message.length): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at < message.length; at += piece) {
    const data = message.subarray(at, at + piece);
    frames.push(Buffer.from([0x06, ...varint(at), ...varint(data.length), ...data]));
  }
  return frames;
}

export function versionNegotiation({ packet }: Asked, versions: readonly number[], dcid = packet.scid): Buffer {
  const list = Buffer.alloc(4 * versions.length);
  versions.forEach((version, at) => list.writeUInt32BE(version, 4 * at));
  return Buffer.concat([
    Buffer.from([0x80, 0, 0, 0, 0, dcid.length, ...dcid, packet.dcid.length, ...packet.dcid]),
    list,
  ]);
}

export function retryPacket({ packet }: Asked, scid: Buffer, token: Buffer): Buffer {
  const body = Buffer.from([0xf0, 0, 0, 0, 1, packet.scid.length, ...packet.scid, scid.length, ...scid, ...token]);
  return Buffer.concat([body, retryTag(packet.dcid, body)]);
}
