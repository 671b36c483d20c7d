import { readFile } from 'node:fs/promises';
import { decodedText } from '@palisade/signing/decoded-text';
import { fileFault } from './usage-error.ts';

/**
 * Reads a text file in UTF-8 or the encoding of its byte order mark: PowerShell's `>` writes UTF-16.
 * @param what how errors name it: "--list sites.txt"
 * @throws InputError
 */
export async function readText(file: string, what = file): Promise<string> {
  try {
    return decodedText(await readFile(file));
  } catch (error) {
    throw fileFault(what, 'read', error);
  }
}
