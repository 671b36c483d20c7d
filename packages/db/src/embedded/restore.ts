import { chown, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { COMPANIONS, LEFT_EMPTY } from './backup.ts';
import { copySummed } from './backup-copy.ts';
import { readManifest, type Manifest } from './backup-manifest.ts';
import { ClusterError } from './cluster-error.ts';
import { clusterFolder } from './cluster-folder.ts';
import { liveLauncher, liveServer } from './live-processes.ts';
import { serverUser, type ServerUser } from './server-user.ts';

/**
 * Replaces the embedded database with a backup, once every file of it has been verified.
 * The previous files are kept next to it, keys and password included.
 * @returns where the previous files are, or null when there were none
 * @throws ClusterError when the service is running or the backup is damaged; nothing has changed then
 */
export async function restoreCluster(options: { dataDir: string; folder: string }): Promise<string | null> {
  const { dataDir, folder } = options;
  const manifest = await readManifest(folder);
  const user = await serverUser();
  const target = await clusterFolder(dataDir, user);
  await refuseWhileRunning(dataDir, target);
  await refuseOtherVersion(manifest, target);
  const incoming = `${target}.restoring`;
  const companions = path.join(dataDir, '.restoring');
  try {
    await takeIn(manifest, folder, incoming, companions);
    if (user) await giveTo(incoming, user);
    // Checked again, because copying took time.
    await refuseWhileRunning(dataDir, target);
    return await exchange({ dataDir, target, incoming, companions });
  } finally {
    await rm(incoming, { recursive: true, force: true });
    await rm(companions, { recursive: true, force: true });
  }
}

async function takeIn(manifest: Manifest, folder: string, incoming: string, companions: string): Promise<void> {
  await rm(incoming, { recursive: true, force: true });
  await rm(companions, { recursive: true, force: true });
  const place = (name: string) =>
    name === 'postgres' || name.startsWith('postgres/')
      ? path.join(incoming, name.slice('postgres'.length))
      : path.join(companions, name);
  await mkdir(companions, { recursive: true, mode: 0o700 });
  const folders = [...manifest.folders, ...LEFT_EMPTY.map((name) => `postgres/${name}`)];
  for (const name of folders) await mkdir(place(name), { recursive: true, mode: 0o700 });
  for (const [name, { bytes, sha256 }] of Object.entries(manifest.files)) {
    const copied = await copySummed(path.join(folder, name), place(name));
    if (copied?.sha256 === sha256) continue;
    const how = !copied
      ? 'is missing'
      : copied.bytes === bytes
        ? 'was changed'
        : `has ${copied.bytes} of ${bytes} bytes`;
    throw new ClusterError(`the backup is damaged: ${path.join(folder, name)} ${how}; nothing was restored`);
  }
}

async function exchange(at: {
  dataDir: string;
  target: string;
  incoming: string;
  companions: string;
}): Promise<string | null> {
  const { dataDir, target, incoming, companions } = at;
  const suffix = `before-restore-${Date.now()}`;
  const former = (await stat(target).catch(() => null)) ? `${target}.${suffix}` : null;
  if (former) await rename(target, former);
  for (const name of COMPANIONS) {
    if (!(await stat(path.join(companions, name)).catch(() => null))) continue;
    // Without its password and secret the previous database would be useless.
    await rename(path.join(dataDir, name), path.join(dataDir, `${name}.${suffix}`)).catch(ignoreMissing);
    await rename(path.join(companions, name), path.join(dataDir, name));
  }
  await rename(incoming, target);
  return former;
}

async function refuseWhileRunning(dataDir: string, target: string): Promise<void> {
  const launcher = await liveLauncher(dataDir);
  if (launcher !== null)
    throw new ClusterError(`the service is running on ${dataDir} (process ${launcher}): stop it first`);
  const server = await liveServer(target);
  if (server !== null)
    throw new ClusterError(`a database server is running on ${target} (process ${server}): stop it first`);
}

/** Files of another major version would be put in place, and the server would then reject them. */
async function refuseOtherVersion({ postgres }: Manifest, target: string): Promise<void> {
  const here = Number(await readFile(path.join(target, 'PG_VERSION'), 'utf8').catch(() => postgres));
  if (here !== postgres)
    throw new ClusterError(
      `the backup is from PostgreSQL ${postgres}, but the database here is ${here}: nothing was restored`,
    );
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
