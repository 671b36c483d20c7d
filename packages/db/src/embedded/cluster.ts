import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { openSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withConnection } from '../with-connection.ts';
import { locateBinaries, type PostgresBinaries } from './binaries.ts';
import { clusterFolder } from './cluster-folder.ts';
import { ClusterError, explainStartFailure, TooFewFiles } from './cluster-error.ts';
import { freePort } from './free-port.ts';
import { stopOrphan } from './orphan.ts';
import { guardServer } from './server-guard.ts';
import { serverUser, type ServerUser } from './server-user.ts';

export interface ClusterOptions {
  /** The cluster's files are in `<dataDir>/postgres` (see `clusterFolder` for the one exception). */
  dataDir: string;
  /** A temporary cluster for tests: no fsync, nothing survives a power failure. */
  ephemeral?: boolean;
  onLog?: (line: string) => void;
  /** Port to listen on; by default a free one. */
  port?: number;
  /** Let the server outlive this process (its log then goes to this file). */
  detachedLog?: string;
  /** Aborts a start in progress: it rejects once every process it started has exited. */
  signal?: AbortSignal;
}

export interface Cluster {
  /** Connection string of the database `palisade`. */
  url: string;
  port: number;
  pid: number;
  /** Where its files are. */
  folder: string;
  /** Resolves when the server process exits, for whatever reason. */
  exited: Promise<{ code: number | null }>;
  /** If this process is killed, the server is stopped, but not before the other one has ended. */
  usedBy(pid: number): void;
  /** Fast shutdown; SIGKILL after ten seconds. */
  stop(): Promise<void>;
}

const SUPERUSER = 'palisade';
const DATABASE = 'palisade';
const MB = 1024 * 1024;
/** initdb writes about 40 MB, and the write-ahead log needs about as much; with less space a start leaves an incomplete cluster. */
const FREE_MB_NEEDED = 90;
/** On a disk with less free space than this, the write-ahead log recycles its files sooner. */
const AMPLE_MB = 8 * 1024;
/** Two files of 16 MB: PostgreSQL's minimum. */
const LEAST_LOG_MB = 32;

/**
 * Starts the PostgreSQL from npm, creating the cluster first if there is none.
 * @throws ClusterError with one line that says what is wrong and how to fix it
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const user = await serverUser();
  const binaries = await locateBinaries(user);
  const folder = await clusterFolder(options.dataDir, user);
  const passwordFile = path.join(options.dataDir, 'postgres.password');
  if (!(await isFile(path.join(folder, 'PG_VERSION')))) {
    await refuseFullDisk(options.dataDir);
    await initialize({ ...options, folder, passwordFile, binaries, user });
  }
  await stopOrphan(folder, options.onLog);
  options.signal?.throwIfAborted();
  const password = (
    await readFile(passwordFile, 'utf8').catch(() =>
      fail(`${passwordFile} is missing: the embedded database cannot be opened without it`),
    )
  ).trim();

  const port = options.port ?? (await freePort());
  const settings = [
    ['listen_addresses', '127.0.0.1'],
    ['port', String(port)],
    ['unix_socket_directories', ''],
    ['max_connections', '200'],
    // Limits how long a connection that never authenticates, from any process on this machine, can occupy one of those.
    ['authentication_timeout', '5s'],
    ['log_min_messages', 'warning'],
    ...(await logLimits(folder)),
    ...(options.ephemeral
      ? [
          ['fsync', 'off'],
          ['full_page_writes', 'off'],
          ['synchronous_commit', 'off'],
        ]
      : []),
  ].flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', folder, ...settings], {
    // Its own session: a Ctrl-C in the terminal must reach the services first and the database last.
    detached: true,
    stdio: ['ignore', 'ignore', options.detachedLog ? openSync(options.detachedLog, 'a') : 'pipe'],
    cwd: folder,
    ...identity(user),
  });
  if (options.detachedLog) child.unref();
  const log = keepLog(child, options.onLog);
  const exited = new Promise<{ code: number | null }>((resolve) => {
    child.once('exit', (code) => resolve({ code }));
    child.once('error', () => resolve({ code: null }));
  });
  const guard = options.detachedLog || child.pid === undefined ? null : guardServer(child.pid, folder);
  void exited.then(() => guard?.end());
  const stop = async () => {
    child.kill('SIGINT');
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await exited;
    clearTimeout(timer);
  };
  const url = (database: string) => `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
  try {
    await ready(url('postgres'), exited, log, options.signal);
    await createDatabase(url('postgres'));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: url(DATABASE),
    port,
    pid: child.pid ?? 0,
    folder,
    exited,
    usedBy: (pid) => guard?.usedBy(pid),
    stop,
  };
}

async function initialize(options: {
  folder: string;
  passwordFile: string;
  binaries: PostgresBinaries;
  user: ServerUser | null;
  ephemeral?: boolean;
  signal?: AbortSignal;
}): Promise<void> {
  const { folder, passwordFile, binaries, user, signal } = options;
  // Created in a temporary folder and moved into place when complete: initdb writes PG_VERSION first, so a
  // killed one would look like a valid cluster.
  const making = `${folder}.new`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true, mode: 0o700 });
  if (user) await chown(making, user.uid, user.gid);
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  // initdb reads the password from a file, which the server's user must be able to open.
  const handover = path.join(making, '..', `.initdb-${process.pid}`);
  await writeFile(handover, `${password}\n`, { mode: 0o600 });
  if (user) await chown(handover, user.uid, user.gid);
  try {
    const args = [
      `--pgdata=${making}`,
      `--username=${SUPERUSER}`,
      '--auth=scram-sha-256',
      `--pwfile=${handover}`,
      '--encoding=UTF8',
      // Independent of the machine's locales.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      ...(options.ephemeral ? ['--no-sync'] : []),
    ];
    await run(binaries.initdb, args, { cwd: making, user, signal }).catch(async (error: unknown) => {
      if (!(error instanceof TooFewFiles) || process.platform === 'win32') throw error;
      // With a limit of 64, initdb's server lacks one descriptor. Closing its stderr frees one, at the price of its error messages.
      const silent = ['-c', 'exec "$0" "$@" 2>&-', binaries.initdb, ...args];
      await run('/bin/sh', silent, { cwd: making, user, signal }).catch(() => Promise.reject(error));
    });
    await rm(folder, { recursive: true, force: true });
    await rename(making, folder);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(handover, { force: true });
  }
}

async function run(
  program: string,
  args: string[],
  { cwd, user, signal }: { cwd: string; user: ServerUser | null; signal?: AbortSignal | undefined },
): Promise<void> {
  signal?.throwIfAborted();
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd, ...identity(user) });
  const log = keepLog(child);
  const end = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', end, { once: true });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(new ClusterError(`cannot run ${program}: ${error.message}`)));
    child.once('close', resolve);
  });
  signal?.removeEventListener('abort', end);
  signal?.throwIfAborted();
  if (code !== 0) throw explainStartFailure(log.lines());
}

function identity(user: ServerUser | null): { uid?: number; gid?: number; env: NodeJS.ProcessEnv } {
  const env = { PATH: process.env['PATH'], LANG: 'C', LC_ALL: 'C', TZ: 'UTC' };
  return user ? { uid: user.uid, gid: user.gid, env } : { env };
}

function keepLog(child: ChildProcess, onLog?: (line: string) => void): { lines(): string[] } {
  const kept: string[] = [];
  let rest = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      kept.push(line);
      if (kept.length > 50) kept.shift();
      onLog?.(line);
    }
  });
  return { lines: () => (rest ? [...kept, rest] : [...kept]) };
}

async function ready(
  url: string,
  exited: Promise<unknown>,
  log: { lines(): string[] },
  signal: AbortSignal | undefined,
): Promise<void> {
  let gone = false;
  void exited.then(() => (gone = true));
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    signal?.throwIfAborted();
    if (gone) throw explainStartFailure(log.lines());
    try {
      await withConnection({ url, connectTimeoutMs: 2_000 }, (client) => client.query('select 1'));
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
  throw new ClusterError(
    `the embedded PostgreSQL did not start within a minute: ${log.lines().at(-1) ?? 'it said nothing'}`,
  );
}

async function createDatabase(url: string): Promise<void> {
  await withConnection({ url }, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  });
}

async function freeMb(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / MB);
}

async function refuseFullDisk(dataDir: string): Promise<void> {
  const free = await freeMb(dataDir);
  if (free < FREE_MB_NEEDED) {
    fail(
      `${dataDir} has ${free} MB free and the embedded database needs ${FREE_MB_NEEDED} MB: free some space, or set DATA_DIR`,
    );
  }
}

/** By default the write-ahead log may grow to 1 GB before its files are recycled, which would fill a small disk by itself. */
async function logLimits(folder: string): Promise<[name: string, value: string][]> {
  const free = await freeMb(folder);
  if (free >= AMPLE_MB) return [];
  return [
    ['max_wal_size', `${Math.max(LEAST_LOG_MB, Math.floor(free / 8))}MB`],
    ['min_wal_size', `${LEAST_LOG_MB}MB`],
  ];
}

async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    (info) => info.isFile(),
    () => false,
  );
}

function fail(message: string): never {
  throw new ClusterError(message);
}
