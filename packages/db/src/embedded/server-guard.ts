import { spawn } from 'node:child_process';
import path from 'node:path';

/**
 * Its input is a line for each process that uses the server, and ends with the process that started the server, however that
 * process ends. Then those processes finish their work, and the server is stopped: by a fast shutdown, or by an immediate one if
 * that takes too long. `$1` is the server and `$2` its lock file: another process may have its pid later.
 */
const GUARD = `
users=
while read -r pid; do users="$users $pid"; done
runs() { read -r first < "$2" && [ "$first" = "$1" ] && kill -0 "$1"; }
used() { for pid in $users; do kill -0 "$pid" && return 0; done; return 1; }
n=0
while runs "$@" && used && [ $n -lt 80 ]; do sleep 0.5; n=$((n + 1)); done
for signal in INT QUIT; do
  runs "$@" && kill -s $signal "$1"
  n=0
  while runs "$@" && [ $n -lt 20 ]; do sleep 0.5; n=$((n + 1)); done
done`;

export interface ServerGuard {
  /** The server is not stopped before this process has ended. */
  usedBy(pid: number): void;
  /** The server has ended. */
  end(): void;
}

/**
 * Stops the server when the process that started it was killed: it has its own session, and nothing else would end it before
 * the next start. A shell needs a megabyte for that.
 */
export function guardServer(server: number, folder: string): ServerGuard {
  if (process.platform === 'win32') return { usedBy: () => undefined, end: () => undefined };
  const lockFile = path.join(folder, 'postmaster.pid');
  const shell = spawn('/bin/sh', ['-c', GUARD, 'palisade-server-guard', String(server), lockFile], {
    // As the server: a Ctrl-C in the terminal ends neither.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
  });
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  (shell.stdin as { unref?(): void }).unref?.();
  return {
    usedBy: (pid) => void shell.stdin.write(`${pid}\n`),
    end: () => void shell.kill('SIGKILL'),
  };
}
