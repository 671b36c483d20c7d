import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from '@palisade/telemetry/logger';

/** Apps with pages that Vite builds, and the files of a complete build. */
const PAGES = [
  { app: 'web', files: ['client/.vite/manifest.json', 'server/pages.js'] },
  { app: 'ops', files: ['index.html'] },
];
/** An installation that belongs to another user, or is on a read-only disk. */
const READ_ONLY = new Set(['EACCES', 'EPERM', 'EROFS']);
const APPS = fileURLToPath(new URL('../../', import.meta.url));

/** Builds the pages with Vite if they are missing or older than their sources; takes about a second. */
export async function buildPages(log: Logger): Promise<void> {
  await Promise.all(PAGES.map(({ app, files }) => buildPage(path.join(APPS, app), files, log)));
}

async function buildPage(folder: string, files: readonly string[], log: Logger): Promise<void> {
  const isBuilt = async () => {
    const times = await Promise.all(files.map((file) => modifiedAt(path.join(folder, 'dist', file))));
    return Math.min(...times) > (await newestSource(folder));
  };
  if (await isBuilt()) return;
  const vite = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url));
  if ((await modifiedAt(vite)) === 0) {
    log.warn('a page is not built and Vite is not installed: the API runs without it');
    return;
  }
  const build = async () => {
    if (!(await isBuilt())) await runVite(vite, folder, log);
  };
  await inTurn(path.join(folder, 'node_modules/.cache/building.pid'), build).catch((error: unknown) => {
    if (!READ_ONLY.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    log.warn({ folder }, 'a page is older than its sources and cannot be rebuilt: this user has no write permission');
  });
}

async function runVite(vite: string, folder: string, log: Logger): Promise<void> {
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  // The API is useful without its page: log it and continue.
  if (code !== 0) log.error({ folder, said: said.slice(0, 2000) }, 'a page could not be built');
}

const LOOK_AGAIN_MS = 100;
/** Longer than any build: its process hangs, or its pid has been reused. */
const STALE_MS = 120_000;

/** Only one start builds at a time: a build empties its folder first, and others would read an incomplete one. */
async function inTurn(lock: string, work: () => Promise<void>): Promise<void> {
  await mkdir(path.dirname(lock), { recursive: true });
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const age = Date.now() - (await modifiedAt(lock));
      if (age > STALE_MS || (age > LOOK_AGAIN_MS && !(await isHeld(lock)))) await rm(lock, { force: true });
      else await sleep(LOOK_AGAIN_MS);
    }
  }
  try {
    await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function isHeld(lock: string): Promise<boolean> {
  const pid = Number(await readFile(lock, 'utf8').catch(() => ''));
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function newestSource(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && !/[\\/](dist|node_modules)([\\/]|$)/.test(entry.parentPath),
  );
  const times = await Promise.all(files.map((entry) => modifiedAt(path.join(entry.parentPath, entry.name))));
  return Math.max(0, ...times);
}

async function modifiedAt(file: string): Promise<number> {
  return stat(file).then(
    (info) => info.mtimeMs,
    () => 0,
  );
}
