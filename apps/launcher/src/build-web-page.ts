import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from '@palisade/telemetry/logger';

const WEB = fileURLToPath(new URL('../../web/', import.meta.url));

/** Builds the page with Vite when it was never built or its sources are newer; about a second. */
export async function buildWebPage(log: Logger): Promise<void> {
  const built = await modifiedAt(path.join(WEB, 'dist', 'index.html'));
  if (built > (await newestSource(WEB))) return;
  const vite = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url));
  if ((await modifiedAt(vite)) === 0) {
    log.warn('the web page is not built and Vite is not installed: the API runs without its page');
    return;
  }
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: WEB,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  // The API is worth starting without its page: say so, go on.
  if (code !== 0) log.error({ said: said.slice(0, 2000) }, 'the web page could not be built');
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
