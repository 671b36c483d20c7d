/**
 * A real, migrated PostgreSQL database for one test file. The first file of a run that needs
 * the server starts it, all share it, and `vitest.setup.ts` stops it.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { createDb, type Db } from './client.ts';
import { startCluster } from './embedded/cluster.ts';
import { migrate } from './migrate/migrate.ts';
import type { Role } from './roles/access.ts';
import { grantAccess, urlAs } from './roles/grant-access.ts';

export interface TestDatabase extends AsyncDisposable {
  /** As the owner. */
  url: string;
  /** With only a service's rights. */
  urlAs(role: Role): string;
  db: Db;
  close(): Promise<void>;
}

const TEMPLATE = 'palisade_template';
const TEST_PASSWORD = 'test';

export async function testDatabase(): Promise<TestDatabase> {
  const server = await sharedServer();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await admin(server, `create database ${name} template ${TEMPLATE}`);
  const url = withDatabase(server, name);
  const db = createDb(url);
  const close = async () => {
    await db.$disconnect();
    await admin(server, `drop database if exists ${name} with (force)`);
  };
  return { url, urlAs: (role) => urlAs(url, role, TEST_PASSWORD), db, close, [Symbol.asyncDispose]: close };
}

async function sharedServer(): Promise<string> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return given;
  const runDir = process.env['PALISADE_TEST_RUN_DIR'];
  if (!runDir) throw new Error('testDatabase() works only inside vitest: vitest.setup.ts sets PALISADE_TEST_RUN_DIR');
  const urlFile = path.join(runDir, 'postgres.url');
  const won = await mkdir(path.join(runDir, 'postgres.lock')).then(
    () => true,
    () => false,
  );
  if (won) {
    const cluster = await startCluster({
      dataDir: runDir,
      ephemeral: true,
      detachedLog: path.join(runDir, 'postgres.log'),
    });
    await admin(cluster.url, `create database ${TEMPLATE}`);
    await migrate(withDatabase(cluster.url, TEMPLATE));
    const passwords = { api: TEST_PASSWORD, 'scan-worker': TEST_PASSWORD, 'report-worker': TEST_PASSWORD };
    await grantAccess(withDatabase(cluster.url, TEMPLATE), passwords);
    await writeFile(`${urlFile}.new`, cluster.url);
    await rename(`${urlFile}.new`, urlFile);
  }
  const deadline = Date.now() + 60_000;
  for (;;) {
    const url = await readFile(urlFile, 'utf8').catch(() => null);
    if (url) return url;
    if (Date.now() > deadline) throw new Error(`the test database did not start; see ${runDir}/postgres.log`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Called once after all tests of a run. */
export async function stopTestServer(runDir: string): Promise<void> {
  const location = await readFile(path.join(runDir, 'postgres.location'), 'utf8').catch(() =>
    path.join(runDir, 'postgres'),
  );
  const pid = Number(
    (await readFile(path.join(location.trim(), 'postmaster.pid'), 'utf8').catch(() => '')).split('\n', 1)[0],
  );
  if (pid > 1) process.kill(pid, 'SIGQUIT');
  await rm(runDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function withDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.href;
}

async function admin(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
