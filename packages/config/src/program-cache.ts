import { lstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PARENT = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url));

/**
 * A folder for files derived from the program and run at its next start. Its content is executed, so only a folder that
 * belongs to us, and that no other user can write to, is used.
 * @param mode of the folder, if it has to be created
 * @returns its path; undefined if there is none, on a read-only file system for example
 */
export function programCache(name: string, mode: number, parent = PARENT): string | undefined {
  try {
    const folder = path.join(parent, name);
    mkdirSync(folder, { recursive: true, mode });
    const found = lstatSync(folder);
    const ours = found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid);
    return ours && (found.mode & 0o022) === 0 ? folder : undefined;
  } catch {
    return undefined;
  }
}
