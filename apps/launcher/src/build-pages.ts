import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from '@palisade/telemetry/logger';

/** Apps with pages that Vite builds, and the file it writes last. */
const PAGES = [
  { app: 'web', last: 'server/pages.js' },
  { app: 'ops', last: 'index.html' },
];
const APPS = fileURLToPath(new URL('../../', import.meta.url));

/** Builds the pages with Vite where they were never built or their sources are newer; about a second. */
export async function buildPages(log: Logger): Promise<void> {
  await Promise.all(PAGES.map(({ app, last }) => buildPage(path.join(APPS, app), last, log)));
}

async function buildPage(folder: string, last: string, log: Logger): Promise<void> {
  const built = await modifiedAt(path.join(folder, 'dist', last));
  if (built > (await newestSource(folder))) return;
  const vite = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url));
  if ((await modifiedAt(vite)) === 0) {
    log.warn('a page is not built and Vite is not installed: the API runs without it');
    return;
  }
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
  // The API is worth starting without its page: say so, go on.
  if (code !== 0) log.error({ folder, said: said.slice(0, 2000) }, 'a page could not be built');
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
