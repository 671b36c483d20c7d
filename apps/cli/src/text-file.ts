import { readFile } from 'node:fs/promises';
import { fileFault } from './usage-error.ts';

/**
 * A file of text in UTF-8, or in what its byte order mark says: PowerShell's `>` writes UTF-16.
 * @param what as its fault names it, "--list sites.txt"
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
  // The decoder takes the mark of its own encoding away.
  return new TextDecoder(mark === '255 254' ? 'utf-16le' : mark === '254 255' ? 'utf-16be' : 'utf-8').decode(bytes);
}
