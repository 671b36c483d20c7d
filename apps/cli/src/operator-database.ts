import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readConfig, type Config } from '@palisade/config/config';
import { keepSecret } from '@palisade/config/keep-secret';
import { createDb, type Db } from '@palisade/db/client';
import { startCluster } from '@palisade/db/embedded/cluster';
import { trustDataDir } from '@palisade/db/embedded/data-dir';
import { liveLauncher } from '@palisade/db/embedded/live-processes';
import { migrate } from '@palisade/db/migrate/migrate';

export interface OperatorDatabase {
  config: Config;
  db: Db;
  url: string;
  appSecret: string;
  close(): Promise<void>;
}

/**
 * The service's database for an operator's command: DATABASE_URL, or the embedded one, which
 * is shared with a running service or started for the duration of the command.
 */
export async function openOperatorDatabase(): Promise<OperatorDatabase> {
  const given = readConfig();
  // These files are trusted: a secret, and the address of the database.
  if (!given.APP_SECRET || !given.DATABASE_URL) await trustDataDir(given.DATA_DIR);
  const config = { ...given, PUBLIC_BASE_URL: given.PUBLIC_BASE_URL ?? (await lastAddress(given.DATA_DIR)) };
  const appSecret =
    config.APP_SECRET?.reveal() ??
    keepSecret(path.join(config.DATA_DIR, 'app.secret'), () => randomBytes(32).toString('base64url'));
  const { url, stop } = await locate(config);
  const db = createDb(url, { max: 2 });
  return {
    config,
    db,
    url,
    appSecret,
    async close() {
      await db.$disconnect();
      await stop();
    },
  };
}

/** Where the service was last reached: links in emails lead there, whatever this shell's environment says. */
async function lastAddress(dataDir: string): Promise<string | undefined> {
  const known = (await readFile(path.join(dataDir, 'public.url'), 'utf8').catch(() => '')).trim();
  if (!URL.canParse(known)) return undefined;
  await trustDataDir(dataDir);
  return known;
}

async function locate(config: Config): Promise<{ url: string; stop(): Promise<void> }> {
  const nothing = async () => undefined;
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, stop: nothing };
  const running = (await readFile(path.join(config.DATA_DIR, 'database.url'), 'utf8').catch(() => '')).trim();
  if (running && (await answers(running))) return { url: running, stop: nothing };
  // Starting a cluster stops an orphaned server, but must not stop one that a running service uses and that is merely slow.
  if ((await liveLauncher(config.DATA_DIR)) !== null) {
    throw new Error('the service is starting or its database does not respond: try again in a moment');
  }
  const start = new AbortController();
  const cluster = startCluster({ dataDir: config.DATA_DIR, signal: start.signal });
  // The server runs in a separate session, which Ctrl-C does not reach.
  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGQUIT', 131],
  ] as const)
    process.once(signal, () => {
      start.abort();
      void cluster
        .then((running) => running.stop())
        .catch(() => undefined)
        .then(() => process.exit(status));
    });
  const { url, stop } = await cluster;
  await migrate(url);
  return { url, stop };
}

async function answers(url: string): Promise<boolean> {
  const db = createDb(url, { max: 1 });
  try {
    await db.$queryRaw`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await db.$disconnect();
  }
}
