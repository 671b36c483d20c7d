import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { withConnection } from '../with-connection.ts';
import { copyLiveTree, copySummed, type CopiedTree } from './backup-copy.ts';
import { writeManifest } from './backup-manifest.ts';
import { ClusterError } from './cluster-error.ts';
import { clusterFolder } from './cluster-folder.ts';
import { serverUser } from './server-user.ts';

/** Where PostgreSQL stores what is useless to another server; the folders themselves must exist. */
export const LEFT_EMPTY = [
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_replslot',
] as const;
/** PostgreSQL's own rules for copying the files of a running server (documentation §25.3.4). */
const NOT_COPIED: ReadonlySet<string> = new Set([...LEFT_EMPTY, 'postmaster.pid', 'postmaster.opts', 'pg_wal']);
/** Stored next to the cluster: without these files its keys and its password are lost. */
export const COMPANIONS = ['postgres.password', 'app.secret'] as const;

/**
 * Copies the embedded database while it is running, with PostgreSQL's low-level backup: start,
 * copy the files, stop, copy the write-ahead log that makes them consistent.
 * @param folder must not exist yet; contains the copy afterwards
 */
export async function backupCluster(options: {
  url: string;
  dataDir: string;
  folder: string;
}): Promise<{ files: number; bytes: number }> {
  const { url, dataDir, folder } = options;
  const exists = await stat(folder).catch(() => null);
  if (exists) throw new ClusterError(`${folder} already exists: a backup needs a new folder`);
  const source = await clusterFolder(dataDir, await serverUser());
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  const copied: CopiedTree = { folders: [], files: {} };
  await withConnection({ url }, async (client) => {
    // Keeps the log from being recycled, however much is written meanwhile; dropped with this connection.
    await client.query(`select pg_create_physical_replication_slot($1, true, true)`, [`backup_${process.pid}`]);
    await client.query(`select pg_backup_start('palisade', true)`);
    await copyLiveTree(source, path.join(partial, 'postgres'), copied, 'postgres', NOT_COPIED);
    const { rows } = await client.query<{ labelfile: string; last: string }>(
      'select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
    );
    const { labelfile = '', last = '' } = rows[0] ?? {};
    await writeFile(path.join(partial, 'postgres', 'backup_label'), labelfile, { mode: 0o600 });
    copied.files['postgres/backup_label'] = {
      bytes: Buffer.byteLength(labelfile),
      sha256: createHash('sha256').update(labelfile).digest('hex'),
    };
    await client.query('select pg_switch_wal()');
    await copyLiveTree(
      path.join(source, 'pg_wal'),
      path.join(partial, 'postgres', 'pg_wal'),
      copied,
      'postgres/pg_wal',
    );
    for (const segment of [/START WAL LOCATION: .*\(file (\w+)\)/.exec(labelfile)?.[1] ?? '', last]) {
      if (!copied.files[`postgres/pg_wal/${segment}`])
        throw new ClusterError(`the log ${segment} that the backup needs has been removed: try again`);
    }
  });
  for (const name of COMPANIONS) {
    const sum = await copySummed(path.join(dataDir, name), path.join(partial, name));
    if (sum) copied.files[name] = sum;
  }
  const postgres = Number(await readFile(path.join(partial, 'postgres', 'PG_VERSION'), 'utf8'));
  await writeManifest(partial, { version: 1, at: new Date().toISOString(), postgres, ...copied });
  await rename(partial, folder);
  const sums = Object.values(copied.files);
  return { files: sums.length, bytes: sums.reduce((total, { bytes }) => total + bytes, 0) };
}
