import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Reports and evidence are stored as zstd (RFC 8878) of their JSON text: a fifth of it, and its order of keys is kept. */
export async function packed(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await compress(text));
}

export async function unpacked(body: Uint8Array): Promise<Buffer> {
  return await decompress(body);
}
