import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { prepareDataDir } from './data-dir.ts';
import { isReachable, type ServerUser } from './server-user.ts';

/**
 * Where the cluster's files are: `<dataDir>/postgres`. Only when running as root, and
 * the server's user cannot enter that folder (a clone under /root), they are in
 * /var/lib/palisade, and `<dataDir>/postgres.location` contains the path.
 */
export async function clusterFolder(dataDir: string, user: ServerUser | null): Promise<string> {
  await prepareDataDir(dataDir);
  const inside = path.join(path.resolve(dataDir), 'postgres');
  const pointer = path.join(dataDir, 'postgres.location');
  const pointed = (await readFile(pointer, 'utf8').catch(() => '')).trim();
  if (pointed) return pointed;
  if (user === null || (await isReachable(dataDir, user))) return inside;

  const key = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 16);
  const outside = path.join('/var/lib/palisade', key, 'postgres');
  await mkdir(path.dirname(outside), { recursive: true });
  // Regardless of the umask: the server's user must be able to pass through.
  for (const folder of [path.dirname(path.dirname(outside)), path.dirname(outside)]) await chmod(folder, 0o755);
  // A user who can change it chooses the files that the server runs with.
  await writeFile(pointer, `${outside}\n`, { mode: 0o600 });
  return outside;
}
