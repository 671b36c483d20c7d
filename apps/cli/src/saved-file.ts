import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Encoded } from '@palisade/report/encoded';
import { fileFault } from './usage-error.ts';

/** A file that the command line writes. It accepts only what the encoder of a format produced. */
export interface SavedFile {
  write(text: Encoded<string>): Promise<void>;
  close(): Promise<void>;
}

/** A result that was requested: the umask decides who may read it. */
export function savedFile(file: string, option: string): Promise<SavedFile> {
  return opened(file, option, 'w', false);
}

/** For its owner only: what a site sends to one visitor is private. */
export function privateFile(file: string, option: string, flags: 'w' | 'a' = 'w'): Promise<SavedFile> {
  return opened(file, option, flags, true);
}

async function opened(file: string, option: string, flags: 'w' | 'a', ownersOnly: boolean): Promise<SavedFile> {
  const faulty = (error: unknown): never => {
    throw fileFault(`${option} ${file}`, 'written', error);
  };
  // Opened without truncation: the file may turn out to belong to another user.
  const how = ownersOnly && flags === 'w' ? constants.O_WRONLY | constants.O_CREAT : flags;
  const handle = await open(file, how, ownersOnly ? 0o600 : 0o666).catch(faulty);
  try {
    if (ownersOnly) await closeToOthers(handle, flags);
  } catch (error) {
    await handle.close();
    faulty(error);
  }
  return {
    write: async (text) => {
      if (text !== '') await handle.appendFile(text).catch(faulty);
    },
    close: () => handle.close().catch(faulty),
  };
}

/**
 * An existing file otherwise keeps its mode and owner: one that another user has prepared, for example in a
 * shared folder, would stay readable for them. Devices and pipes belong to everyone: as root, this would take `/dev/null` away.
 */
async function closeToOthers(handle: FileHandle, flags: 'w' | 'a'): Promise<void> {
  const file = await handle.stat();
  if (!file.isFile()) return;
  if (process.geteuid && file.uid !== process.geteuid()) throw Object.assign(new Error(), { code: 'EOWNER' });
  await handle.chmod(0o600);
  if (flags === 'w') await handle.truncate();
}
