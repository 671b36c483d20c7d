import { open, type FileHandle } from 'node:fs/promises';
import type { Encoded } from '@palisade/report/encoded';
import { fileFault } from './usage-error.ts';

/** A file that the command line writes. It takes what the encoder of a format made, and nothing else. */
export interface SavedFile {
  write(text: Encoded<string>): Promise<void>;
  close(): Promise<void>;
}

/** A result that was asked for: who may read it is for the umask to say. */
export function savedFile(file: string, option: string): Promise<SavedFile> {
  return opened(file, option, 'w', false);
}

/** For its owner alone: what a site sends to one visitor is no one else's business. */
export function privateFile(file: string, option: string, flags: 'w' | 'a' = 'w'): Promise<SavedFile> {
  return opened(file, option, flags, true);
}

async function opened(file: string, option: string, flags: 'w' | 'a', ownersOnly: boolean): Promise<SavedFile> {
  const faulty = (error: unknown): never => {
    throw fileFault(`${option} ${file}`, 'written', error);
  };
  const handle = await open(file, flags, ownersOnly ? 0o600 : 0o666).catch(faulty);
  try {
    if (ownersOnly) await closeToOthers(handle);
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

/** A file that was there before keeps its mode otherwise. A device or a pipe belongs to all: root would take `/dev/null` away. */
async function closeToOthers(handle: FileHandle): Promise<void> {
  if ((await handle.stat()).isFile()) await handle.chmod(0o600);
}
