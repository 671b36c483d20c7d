// @ts-check
// JavaScript, because it runs before the compile cache is on. To strip the types of a single module, Node loads a parser
// that takes longer than the rest of its own start. What is in the cache needs no parser.
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PARENT = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url));

const READABLE_BY_OTHERS = 0o005;

/**
 * A folder for files derived from the program and run at its next start. Its content is executed, so only a folder that
 * belongs to us, and that no other user can write to, is used.
 * @param {string} name
 * @param {number} mode of the folder, if it has to be created. If it lets other users read, they can, whatever the umask,
 * and even if the parent folder was first created for its owner only.
 * @param {string} [parent]
 * @returns {string | undefined} its path; undefined if there is none, on a read-only file system for example
 */
export function programCache(name, mode, parent = PARENT) {
  try {
    const folder = path.join(parent, name);
    mkdirSync(folder, { recursive: true, mode });
    if ((mode & READABLE_BY_OTHERS) === READABLE_BY_OTHERS) [parent, folder].forEach(openToReaders);
    const found = lstatSync(folder);
    return found.isDirectory() && isOurs(found) && (found.mode & 0o022) === 0 ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** @param {{ uid: number }} found */
const isOurs = ({ uid }) => uid === (process.getuid?.() ?? uid);

/**
 * Folders in it keep their modes. A link is not followed: it may lead to another user's folder.
 * @param {string} folder
 */
function openToReaders(folder) {
  const found = lstatSync(folder);
  if (isOurs(found) && found.isDirectory()) chmodSync(folder, (found.mode & 0o777) | READABLE_BY_OTHERS);
}
