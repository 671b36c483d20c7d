/**
 * A database folder as a first start leaves it: cluster, tables, queue tables and roles. Made once a run and copied for
 * each stack, because making one costs a second of processor time. First starts themselves are tested by
 * launcher.test.ts, stop-during-start.test.ts and host.test.ts.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { startCluster } from '@palisade/db/embedded/cluster';
import { migrate } from '@palisade/db/migrate/migrate';
import { grantAccess } from '@palisade/db/roles/grant-access';
import { onceARun } from '@palisade/db/test-database';
import { migrateQueue } from '@palisade/queue/migrate-queue';

/** Copies the prepared database into the folder. Outside a run of the suite the start makes its own. */
export async function prepareData(dataDir: string): Promise<void> {
  if (process.env['PALISADE_TEST_RUN_DIR'] === undefined) return;
  const prepared = await onceARun('prepared-data', make);
  const files = ['postgres', 'postgres.password'].map((name) => path.join(prepared, name));
  // With the same owners and modes. A cluster has too many files for Node to copy one by one.
  await promisify(execFile)('cp', ['-a', ...files, dataDir]);
}

async function make(runDir: string): Promise<string> {
  const folder = path.join(runDir, 'prepared-data');
  await mkdir(folder);
  await chmod(folder, 0o755);
  const cluster = await startCluster({ dataDir: folder, ephemeral: true });
  try {
    await migrate(cluster.url);
    await migrateQueue(cluster.url);
    // Each start sets new passwords.
    await grantAccess(cluster.url, { api: randomUUID(), 'scan-worker': randomUUID(), 'report-worker': randomUUID() });
  } finally {
    await cluster.stop();
  }
  return folder;
}
