import { readFileSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { liveLauncher } from '@palisade/db/embedded/live-processes';

/** One launcher per DATA_DIR. A lock whose holder is dead is stale and is taken over. */
export async function takeInstanceLock(dataDir: string): Promise<{ release(): void }> {
  const file = path.join(dataDir, 'launcher.pid');
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await writeFile(file, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
      return { release: () => releaseOwn(file) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = await liveLauncher(dataDir);
    if (holder !== null && holder !== process.pid) {
      throw new Error(
        `Palisade is already running on ${dataDir} (process ${holder}): stop it, or set DATA_DIR and PORT for a second instance`,
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
