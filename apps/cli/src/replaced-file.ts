import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { access, constants, copyFile, lstat, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Encoded } from '@palisade/report/encoded';

/** A file whose earlier content stays until the new content is complete. */
export interface ReplacedFile {
  write(text: Encoded<string>): Promise<void>;
  /** Makes what was written the content of the file. */
  finish(): Promise<void>;
  /** Leaves the file as it was. */
  discard(): Promise<void>;
}

/** @throws what the system says if the file cannot be written, which is known before anything is */
export async function replacedFile(file: string): Promise<ReplacedFile> {
  const found = await stat(file).catch(() => null);
  if (found !== null) await access(file, constants.W_OK);
  if (found !== null && !isOwn(found)) return inPlace(file);
  const target = await targetOf(file);
  const part = `${target}.${randomUUID().slice(0, 8)}.part`;
  const handle = await open(part, 'wx', 0o666).catch((error: unknown) => {
    if (found === null) throw error;
    return null;
  });
  // The folder may be closed although the file is open.
  if (handle === null) return inPlace(target);
  return {
    write: (text) => handle.appendFile(text),
    async finish() {
      if (found !== null) await handle.chmod(found.mode & 0o777);
      await handle.close();
      // A file that is mounted by itself, as in a container, can be written but not replaced.
      await rename(part, target).catch(() => copyFile(part, target));
      await rm(part, { force: true });
    },
    async discard() {
      await handle.close();
      await rm(part, { force: true });
    },
  };
}

/** As many as Linux follows. */
const MOST_LINKS = 40;

/** A link to a file stays a link, also if the file does not exist yet. */
async function targetOf(file: string, links = 0): Promise<string> {
  const next = await readlink(file).catch(() => null);
  if (next === null) return file;
  if (links === MOST_LINKS) throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
  await refusePlanted(file);
  return await targetOf(path.resolve(await realpath(path.dirname(file)), next), links + 1);
}

/** Anyone may write, and only a file's owner may remove it: `/tmp`. */
const SHARED = 0o1002;

/**
 * In a shared folder, another user can have planted the link. Linux does not follow it when a file is opened
 * (fs.protected_symlinks), but a rename over the file behind it passes no link.
 */
async function refusePlanted(link: string): Promise<void> {
  const [{ uid }, folder] = await Promise.all([lstat(link), stat(path.dirname(link))]);
  const trusted = [folder.uid, process.geteuid?.() ?? uid].includes(uid);
  if ((folder.mode & SHARED) === SHARED && !trusted) throw Object.assign(new Error(), { code: 'EOWNER' });
}

/** Devices, pipes, files with several names and those of other users keep their identity. */
function isOwn(found: Stats): boolean {
  return found.isFile() && found.nlink === 1 && found.uid === (process.geteuid?.() ?? found.uid);
}

/** A file is emptied when the first part is written. */
async function inPlace(target: string): Promise<ReplacedFile> {
  const handle = await open(target, constants.O_WRONLY);
  let emptied = !(await handle.stat()).isFile();
  const empty = async () => {
    if (!emptied) await handle.truncate();
    emptied = true;
  };
  return {
    async write(text) {
      await empty();
      await handle.appendFile(text);
    },
    async finish() {
      await empty();
      await handle.close();
    },
    discard: () => handle.close(),
  };
}
