import { readFile } from 'node:fs/promises';
import { fileFault } from './usage-error.ts';

/**
 * Reads a text file in UTF-8 or the encoding of its byte order mark: PowerShell's `>` writes UTF-16.
 * @param what how errors name it: "--list sites.txt"
 * @throws InputError
 */
export async function readText(file: string, what = file): Promise<string> {
  try {
    return decoded(await readFile(file));
  } catch (error) {
    throw fileFault(what, 'read', error);
  }
}

export function decoded(bytes: Uint8Array): string {
  const mark = bytes.subarray(0, 2).join(' ');
  // The decoder removes the byte order mark of its encoding.
  return new TextDecoder(mark === '255 254' ? 'utf-16le' : mark === '254 255' ? 'utf-16be' : 'utf-8').decode(bytes);
}
