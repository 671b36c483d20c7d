import { constants } from 'node:fs';
import { access, open, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Encoded } from '@palisade/report/encoded';
import { replacedFile } from './replaced-file.ts';
import { fileFault } from './usage-error.ts';

/** A file that the command line writes. It accepts only what the encoder of a format produced. */
export interface SavedFile {
  write(text: Encoded<string>): Promise<void>;
  close(): Promise<void>;
}

/** A result that was requested: the umask decides who may read it. An earlier file stays until it is closed. */
export async function savedFile(file: string, option: string): Promise<SavedFile & { discard(): Promise<void> }> {
  const faulty = faultOf(file, option);
  const { write, finish, discard } = await replacedFile(file).catch(faulty);
  return {
    write: async (text) => {
      if (text !== '') await write(text).catch(faulty);
    },
    close: () => finish().catch(faulty),
    discard,
  };
}

/** For its owner only: what a site sends to one visitor is private. */
export async function privateFile(file: string, option: string, flags: 'w' | 'a' = 'w'): Promise<SavedFile> {
  const faulty = faultOf(file, option);
  // Opened without truncation: the file may turn out to belong to another user.
  const how = flags === 'w' ? constants.O_WRONLY | constants.O_CREAT : flags;
  const handle = await open(file, how, 0o600).catch(faulty);
  try {
    await closeToOthers(handle, flags);
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

/** Says before a scan what would prevent its result from being written. Changes nothing. */
export async function mustBeWritable(file: string, option: string): Promise<void> {
  const faulty = faultOf(file, option);
  const found = await stat(file).catch(() => null);
  if (found?.isDirectory()) faulty({ code: 'EISDIR' });
  await access(found ? file : path.dirname(file), constants.W_OK).catch(faulty);
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

function faultOf(file: string, option: string): (error: unknown) => never {
  return (error) => {
    throw fileFault(`${option} ${file}`, 'written', error);
  };
}
