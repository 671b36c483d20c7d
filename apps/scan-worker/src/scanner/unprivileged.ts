import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** The user that runs scanners if the supervisor is root: one that owns nothing, provided it can read the program. */
export function unprivileged(program: string, node = process.execPath): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const nobody = nobodyOf();
  // Node may be installed for root only, and packages may be links to other folders.
  const needed = [program, path.join(program, 'node_modules'), node];
  return nobody && needed.every((one) => isReadable(one, nobody)) ? nobody : {};
}

/** The supervisor is root and that user cannot read the program: scanners run as root. */
export function runsAsRoot(program: string): boolean {
  return process.getuid?.() === 0 && unprivileged(program).uid === undefined;
}

/** Whether the user that runs scanners can read the files of this folder. */
export function canRead(program: string, folder: string): boolean {
  const { uid } = unprivileged(program);
  return uid === undefined || isReadable(folder, { uid });
}

function nobodyOf(): { uid: number; gid: number } | null {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((one) => one.startsWith('nobody:'));
    const [, , uid, gid] = line?.split(':') ?? [];
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
  } catch {
    return null;
  }
}

/** By the mode bits alone: can others enter every folder on the way, and read the last one? */
function isReadable(place: string, { uid }: { uid: number }): boolean {
  for (let current = realpathSync(place); ; current = path.dirname(current)) {
    const { mode, uid: owner } = statSync(current);
    if (owner !== uid && (mode & 0o005) !== 0o005) return false;
    if (current === path.dirname(current)) return true;
  }
}
