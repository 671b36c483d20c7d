import { lstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PARENT = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url));

/**
 * A folder for what is made of the program and run at its next start. What lies there is run, so only a folder that is
 * ours, and that no other user can write to, will do.
 * @param mode of the folder, where it has to be made
 * @returns its path; undefined where there is none, on a read-only file system for example
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
