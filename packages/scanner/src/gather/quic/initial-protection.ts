import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

export interface PacketKeys {
  key: Buffer;
  iv: Buffer;
  /** Of the header's protection. */
  hp: Buffer;
}

/** RFC 9001 §5.2. */
const INITIAL_SALT = Buffer.from('38762cf7f55934b34d179ae6a4c80cadccbb7f0a', 'hex');
/** RFC 9001 §5.8: of the tag of Retry packets, the same for all. */
const RETRY_KEY = Buffer.from('be0c690b9f66575a1d766b54e368c84e', 'hex');
const RETRY_NONCE = Buffer.from('461599d35d632bf2239825bb', 'hex');
const TAG_BYTES = 16;
/** The sample of header protection begins so far behind the packet number's first byte (RFC 9001 §5.4.2). */
const SAMPLE_AT = 4;

/** Keys of Initial packets, which anyone who saw the first one can derive: they protect against accidents, not against eavesdroppers. */
export function initialKeys(dcid: Uint8Array): { client: PacketKeys; server: PacketKeys } {
  const secret = createHmac('sha256', INITIAL_SALT).update(dcid).digest();
  return { client: keysOf(expandLabel(secret, 'client in', 32)), server: keysOf(expandLabel(secret, 'server in', 32)) };
}

function keysOf(secret: Buffer): PacketKeys {
  return {
    key: expandLabel(secret, 'quic key', 16),
    iv: expandLabel(secret, 'quic iv', 12),
    hp: expandLabel(secret, 'quic hp', 16),
  };
}

/** HKDF-Expand-Label (RFC 8446 §7.1) without context; what is wanted here never needs more than one block. */
function expandLabel(secret: Buffer, label: string, length: number): Buffer {
  const name = `tls13 ${label}`;
  const info = Buffer.concat([Buffer.from([0, length, name.length]), Buffer.from(name), Buffer.from([0, 1])]);
  return createHmac('sha256', secret).update(info).digest().subarray(0, length);
}

/** @param header in clear, the packet number its last four bytes */
export function protect(header: Uint8Array, packetNumber: number, payload: Uint8Array, keys: PacketKeys): Buffer {
  const cipher = createCipheriv('aes-128-gcm', keys.key, nonceOf(keys, packetNumber));
  cipher.setAAD(header);
  const packet = Buffer.concat([header, cipher.update(payload), cipher.final(), cipher.getAuthTag()]);
  mask(packet, header.length - 4, keys, () => 4);
  return packet;
}

/**
 * The payload of one Initial packet; null when it was made with other keys, or is broken.
 * @param numberAt where the packet number begins
 */
export function unprotect(bytes: Uint8Array, numberAt: number, keys: PacketKeys): Buffer | null {
  if (bytes.length < numberAt + SAMPLE_AT + TAG_BYTES) return null;
  const packet = Buffer.from(bytes);
  const width = mask(packet, numberAt, keys, (first) => (first & 0x03) + 1);
  // We acknowledge nothing, so that a server sends its packet numbers whole.
  const packetNumber = packet.readUIntBE(numberAt, width);
  const start = numberAt + width;
  const decipher = createDecipheriv('aes-128-gcm', keys.key, nonceOf(keys, packetNumber));
  decipher.setAAD(packet.subarray(0, start));
  decipher.setAuthTag(packet.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(packet.subarray(start, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

/** Puts header protection on or takes it off, which is the same; how many bytes the number has is known when the first byte is. */
function mask(packet: Buffer, numberAt: number, { hp }: PacketKeys, widthOf: (first: number) => number): number {
  const sample = packet.subarray(numberAt + SAMPLE_AT, numberAt + SAMPLE_AT + 16);
  const [first = 0, ...others] = createCipheriv('aes-128-ecb', hp, null).update(sample);
  packet[0] = (packet[0] ?? 0) ^ (first & 0x0f);
  const width = widthOf(packet[0]);
  for (let n = 0; n < width; n += 1) packet[numberAt + n] = (packet[numberAt + n] ?? 0) ^ (others[n] ?? 0);
  return width;
}

function nonceOf({ iv }: PacketKeys, packetNumber: number): Buffer {
  const nonce = Buffer.from(iv);
  nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ packetNumber) >>> 0, 8);
  return nonce;
}

/** The integrity tag that a Retry packet must carry (RFC 9001 §5.8). */
export function retryTag(originalDcid: Uint8Array, body: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-128-gcm', RETRY_KEY, RETRY_NONCE);
  cipher.setAAD(Buffer.concat([Buffer.from([originalDcid.length]), originalDcid, body]));
  cipher.final();
  return cipher.getAuthTag();
}
