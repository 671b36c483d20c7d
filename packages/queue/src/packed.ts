import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Maximum size of a result, unpacked. */
const LONGEST = 8 * 1024 * 1024;

/** A long text as a job's result: zstd in base64. */
export async function packed(text: string): Promise<string> {
  return (await compress(text)).toString('base64');
}

/** @throws Error when it is invalid, or unpacks to more than 8 MB */
export async function unpacked(answer: string): Promise<string> {
  return (await decompress(Buffer.from(answer, 'base64'), { maxOutputLength: LONGEST })).toString('utf8');
}
