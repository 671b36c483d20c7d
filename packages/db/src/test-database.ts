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

/** What a database needs in addition to the migrations, done once a run: `migrateQueue` takes a hundred milliseconds. */
export interface Prepared {
  name: 'queue';
  prepare(url: string): Promise<void>;
}

export async function testDatabase(prepared?: Prepared): Promise<TestDatabase> {
  const server = await sharedServer();
  const template = prepared ? await preparedTemplate(server, prepared) : TEMPLATE;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await create(server, name, template);
  const url = withDatabase(server, name);
  const db = createDb(url);
  const close = async () => {
    await db.$disconnect();
    await admin(server, `drop database if exists ${name} with (force)`);
  };
  return { url, urlAs: (role) => urlAs(url, role, TEST_PASSWORD), db, close, [Symbol.asyncDispose]: close };
}

async function sharedServer(): Promise<string> {
  return await onceARun('postgres.url', async (runDir) => {
    const cluster = await startCluster({
      dataDir: runDir,
      ephemeral: true,
      detachedLog: path.join(runDir, 'postgres.log'),
    });
    await admin(cluster.url, `create database ${TEMPLATE}`);
    await migrate(withDatabase(cluster.url, TEMPLATE));
    const passwords = { api: TEST_PASSWORD, 'scan-worker': TEST_PASSWORD, 'report-worker': TEST_PASSWORD };
    await grantAccess(withDatabase(cluster.url, TEMPLATE), passwords);
    return cluster.url;
  });
}

async function preparedTemplate(server: string, { name, prepare }: Prepared): Promise<string> {
  const template = `${TEMPLATE}_${name}`;
  return await onceARun(template, async () => {
    await create(server, template, TEMPLATE);
    await prepare(withDatabase(server, template));
    return template;
  });
}

/** The first process of a run that needs it does the work; the others wait for its result. */
export async function onceARun(name: string, work: (runDir: string) => Promise<string>): Promise<string> {
  const runDir = process.env['PALISADE_TEST_RUN_DIR'];
  if (!runDir) throw new Error('works only inside vitest: vitest.setup.ts sets PALISADE_TEST_RUN_DIR');
  const file = path.join(runDir, `${name}.once`);
  const won = await mkdir(`${file}.lock`).then(
    () => true,
    () => false,
  );
  if (won) {
    await writeFile(`${file}.new`, await work(runDir));
    await rename(`${file}.new`, file);
  }
  const deadline = Date.now() + 60_000;
  for (;;) {
    const result = await readFile(file, 'utf8').catch(() => null);
    if (result) return result;
    if (Date.now() > deadline) throw new Error(`${name} was not made; see ${runDir}/postgres.log`);
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

/** By copying files, which takes a third of the time that PostgreSQL needs to write each page to its log. */
async function create(server: string, name: string, template: string): Promise<void> {
  await admin(server, `create database ${name} template ${template} strategy file_copy`);
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
