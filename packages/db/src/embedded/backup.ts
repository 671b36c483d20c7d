import { chown, copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { ClusterError } from './cluster-error.ts';
import { clusterFolder } from './cluster-folder.ts';
import { serverUser, type ServerUser } from './server-user.ts';

/** Kept apart from a running server by PostgreSQL's own rules for copying its files (documentation §25.3.4). */
const NOT_COPIED = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_replslot',
]);
/** Beside the cluster: without them its keys and its password are lost. */
const COMPANIONS = ['postgres.password', 'app.secret'];

/**
 * Copies the embedded database while it serves, by PostgreSQL's low-level backup: start,
 * copy the files, stop, copy the write-ahead log that makes them consistent.
 * @param folder must not exist yet; holds the copy afterwards
 */
export async function backupCluster(options: {
  url: string;
  dataDir: string;
  folder: string;
}): Promise<{ files: number; bytes: number }> {
  const { url, dataDir, folder } = options;
  if (await exists(folder)) throw new ClusterError(`${folder} exists already: a backup goes into a folder of its own`);
  const source = await clusterFolder(dataDir, await serverUser());
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  const copied = { files: 0, bytes: 0 };
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('palisade', true)`);
    await copyTree(source, path.join(partial, 'postgres'), copied, (relative) => NOT_COPIED.has(relative));
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await writeFile(path.join(partial, 'postgres', 'backup_label'), rows[0]?.labelfile ?? '');
    // The segments between start and stop; wal_keep_size holds them back from being recycled meanwhile.
    await client.query('select pg_switch_wal()');
    await copyTree(path.join(source, 'pg_wal'), path.join(partial, 'postgres', 'pg_wal'), copied, () => false);
  } finally {
    await client.end();
  }
  for (const name of COMPANIONS)
    await copyFile(path.join(dataDir, name), path.join(partial, name)).catch(ignoreMissing);
  await rename(partial, folder);
  return copied;
}

/**
 * Puts a backup where the embedded database lives. What was there is kept beside it.
 * The service must not be running on `dataDir`.
 * @returns where the former files are, or null when there were none
 */
export async function restoreCluster(options: { dataDir: string; folder: string }): Promise<string | null> {
  const { dataDir, folder } = options;
  if (!(await exists(path.join(folder, 'postgres', 'PG_VERSION')))) throw new ClusterError(`${folder} holds no backup`);
  const user = await serverUser();
  const target = await clusterFolder(dataDir, user);
  const incoming = `${target}.restoring`;
  await rm(incoming, { recursive: true, force: true });
  await copyTree(path.join(folder, 'postgres'), incoming, { files: 0, bytes: 0 }, () => false);
  for (const name of [
    'pg_dynshmem',
    'pg_notify',
    'pg_serial',
    'pg_snapshots',
    'pg_stat_tmp',
    'pg_subtrans',
    'pg_replslot',
  ]) {
    await mkdir(path.join(incoming, name), { recursive: true, mode: 0o700 });
  }
  if (user) await giveTo(incoming, user);
  const former = (await exists(target)) ? `${target}.before-restore-${Date.now()}` : null;
  if (former) await rename(target, former);
  await rename(incoming, target);
  for (const name of COMPANIONS) {
    const content = await readFile(path.join(folder, name)).catch(() => null);
    if (content) await writeFile(path.join(dataDir, name), content, { mode: 0o600 });
  }
  return former;
}

async function copyTree(
  from: string,
  to: string,
  copied: { files: number; bytes: number },
  leaveOut: (relative: string) => boolean,
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (leaveOut(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) {
      // Only the top level has names to leave out.
      await copyTree(source, target, copied, () => false).catch(ignoreMissing);
    } else if (entry.isFile()) {
      // A live server removes files; what it removed is not needed.
      await copyFile(source, target)
        .then(async () => {
          copied.files += 1;
          copied.bytes += (await stat(target)).size;
        })
        .catch(ignoreMissing);
    }
  }
}

async function giveTo(folder: string, user: ServerUser): Promise<void> {
  await chown(folder, user.uid, user.gid);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    await chown(path.join(entry.parentPath, entry.name), user.uid, user.gid);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
