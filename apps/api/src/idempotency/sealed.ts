import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a response, which can contain a payment token or a report: the database alone must disclose neither. */
export async function seal(content: string | Buffer, id: string, secret: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await compress(content);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyFor(id, secret), iv);
  const sealed = Buffer.concat([cipher.update(packed), cipher.final()]);
  return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), sealed]));
}

/** @throws Error when it was sealed with another secret */
export async function unseal(sealed: Uint8Array, id: string, secret: string): Promise<Buffer> {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv(ALGORITHM, keyFor(id, secret), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decompress(Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]));
}

function keyFor(id: string, secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, id, 'idempotent-answer', 32));
}
