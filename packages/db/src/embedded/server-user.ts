import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** The user that the PostgreSQL server runs as under root (it refuses to run as root). */
export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
}

/** null: we are an ordinary user, and the server runs as the same user. */
export async function serverUser(): Promise<ServerUser | null> {
  if (process.getuid?.() !== 0) return null;
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  for (const wanted of ['postgres', 'nobody']) {
    const fields = passwd
      .split('\n')
      .map((line) => line.split(':'))
      .find(([name]) => name === wanted);
    const [name, , uid, gid] = fields ?? [];
    if (name && uid && gid) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'running as root, and there is no user "postgres" or "nobody" to run the embedded PostgreSQL as: start as an ordinary user, or set DATABASE_URL',
  );
}

/** Can this user enter every folder on the way to `target`? (Mode bits only; ACLs are ignored.) */
export async function isReachable(target: string, user: ServerUser): Promise<boolean> {
  const absolute = path.resolve(target);
  const root = path.parse(absolute).root;
  let current = root;
  for (const part of ['', ...absolute.slice(root.length).split(path.sep)]) {
    current = path.join(current, part);
    const info = await stat(current).catch(() => null);
    // What does not exist yet is created by us, with a mode that lets the user in.
    if (info === null) return true;
    if (!info.isDirectory()) return true;
    const bit = info.uid === user.uid ? 0o100 : info.gid === user.gid ? 0o010 : 0o001;
    if ((info.mode & bit) === 0) return false;
  }
  return true;
}
