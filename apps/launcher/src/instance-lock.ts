import { readFileSync, rmSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isAlive } from '@palisade/db/embedded/orphan';

/** One launcher per DATA_DIR. A lock whose holder is dead is stale and taken over. */
export async function takeInstanceLock(dataDir: string): Promise<{ release(): void }> {
  const file = path.join(dataDir, 'launcher.pid');
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await writeFile(file, `${process.pid}\n`, { flag: 'wx' });
      return { release: () => releaseOwn(file) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = Number(await readFile(file, 'utf8').catch(() => ''));
    if (holder > 1 && holder !== process.pid && isAlive(holder) && (await isPalisade(holder))) {
      throw new Error(
        `Palisade is already running on ${dataDir} (process ${holder}): stop it, or set DATA_DIR and PORT for a second one`,
      );
    }
    await rm(file, { force: true });
  }
  throw new Error(`cannot take ${file}: another start is doing the same right now, try again`);
}

function releaseOwn(file: string): void {
  try {
    if (Number(readFileSync(file, 'utf8')) === process.pid) rmSync(file, { force: true });
  } catch {
    // Already gone, or taken over after a crash: not ours to remove.
  }
}

/** After a reboot any program may have the number in an old lock file. */
async function isPalisade(pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  return command === null || command.includes('launcher');
}
