import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser } from 'playwright-core';
import { BrowserFault } from './browser-fault.ts';
import { DevToolsConnection } from './devtools/connection.ts';
import type { FoundBrowser } from './find-browser.ts';
import { launchFlags } from './launch-flags.ts';
import { makeProfile } from './make-profile.ts';
import { PROFILE_PREFIX, sweepProfiles } from './sweep-profiles.ts';
import { makeTrustDatabase } from './trust-database.ts';

export interface LaunchedBrowser {
  browser: Browser;
  devtools: DevToolsConnection;
  /** Its first process and leader of its process group; null if there is no shell to report it. */
  pid: number | null;
  /** It runs in Chromium's own sandbox. */
  sandboxed: boolean;
  /** Kills all of its processes immediately, and removes its folder. May be called more than once. */
  kill: () => Promise<void>;
}

const LAUNCH_MS = 15_000;
/** Characters of output that are kept from before its DevTools connection was up. */
const MOST_SAID = 2_000;
/** Maximum size of a file that it writes, in blocks of 512 octets. */
const LARGEST_FILE = 262_144;

/** The ways to start a browser, best first; the first that works on this machine is remembered. */
interface Way {
  sandbox: boolean;
  user: { uid: number; gid: number } | null;
}
const working = new Map<string, Way>();
/** Once in the life of this process, before its first browser. */
let swept: Promise<void> | undefined;

interface LaunchOptions {
  /** Where its folder is created. */
  root?: string;
  /** PEM roots that it trusts in addition to its own. */
  roots?: string | undefined;
}

/**
 * Starts a browser with its own profile, which is removed with it.
 * @throws BrowserFault when no way to start it works
 */
export async function launchBrowser(found: FoundBrowser, options: LaunchOptions = {}): Promise<LaunchedBrowser> {
  const { root = tmpdir(), roots } = options;
  await (swept ??= sweepProfiles(root));
  const known = working.get(found.executable);
  let fault: unknown;
  for (const way of known ? [known] : await waysHere(found.executable)) {
    try {
      const launched = await launchIn(found, way, { root, roots });
      working.set(found.executable, way);
      return launched;
    } catch (error) {
      fault = error;
    }
  }
  const detail = fault instanceof Error ? fault.message : String(fault);
  throw new BrowserFault('unavailable', 'the browser could not be started', {
    cause: new Error(detail.slice(0, 2_000)),
  });
}

async function waysHere(executable: string): Promise<Way[]> {
  if (process.getuid?.() !== 0) return [true, false].map((sandbox) => ({ sandbox, user: null }));
  const user = (await isOpenToAll(executable)) ? unprivilegedUser() : null;
  return [
    ...(user ? [true, false].map((sandbox) => ({ sandbox, user })) : []),
    // Chromium does not use its sandbox as root.
    { sandbox: false, user: null },
  ];
}

/** Its first process can still start where only root has access, but none of the others can. */
async function isOpenToAll(executable: string): Promise<boolean> {
  for (let at = executable; ; at = path.dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

async function launchIn(
  found: FoundBrowser,
  way: Way,
  { root, roots }: LaunchOptions & { root: string },
): Promise<LaunchedBrowser> {
  // mkdtemp creates it with mode 0700, under an unguessable name.
  const folder = await mkdtemp(path.join(root, PROFILE_PREFIX));
  const profile = path.join(folder, 'profile');
  const trust = roots === undefined ? [] : await makeTrustDatabase(folder, roots);
  const made = [folder, ...(await makeProfile(profile)), ...trust];
  if (way.user) for (const one of made) await chown(one, way.user.uid, way.user.gid);
  const flags = launchFlags({ profile, sandbox: way.sandbox });
  const command = commandOf(found.executable, flags, way, path.join(folder, 'pid'));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  try {
    const { browser, devtools } = await connectTo(command, folder, found.env);
    const pid = command.told ? Number(await readFile(path.join(folder, 'pid'), 'utf8')) : null;
    let ended: Promise<void> | undefined;
    const kill = async (): Promise<void> => {
      if (pid === null) await browser.close().catch(() => undefined);
      else await killGroup(pid, browser);
      await remove();
    };
    return { browser, devtools, pid, sandboxed: way.sandbox, kill: () => (ended ??= kill()) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Starts the program and communicates through two pipes; it ends when they are closed. */
async function connectTo(
  { program, args }: Pick<ReturnType<typeof commandOf>, 'program' | 'args'>,
  folder: string,
  env: FoundBrowser['env'],
): Promise<Pick<LaunchedBrowser, 'browser' | 'devtools'>> {
  const started = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // Leader of a process group.
    detached: process.platform !== 'win32',
    // It inherits nothing of our environment: neither secrets nor desktop services.
    env: {
      HOME: folder,
      ...(hasRoomForLock(folder) && { TMPDIR: folder }),
      PATH: '/usr/bin:/bin',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      ...env,
    },
  });
  let said = '';
  started.stderr?.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-MOST_SAID)));
  const ended = once(started, 'exit');
  const [, , , output, input] = started.stdio;
  const devtools = new DevToolsConnection(input as Readable, output as Writable);
  try {
    const browser = await Promise.race([
      chromium.connectOverCDP(devtools, { isLocal: true, artifactsDir: folder, timeout: LAUNCH_MS }),
      // It rejects if the program cannot be started.
      ended.then(([code]) => Promise.reject(new Error(`the browser ended with ${code}`))),
    ]);
    ended.catch(() => undefined);
    return { browser, devtools };
  } catch (error) {
    if (started.pid !== undefined && process.platform !== 'win32') signalGroup(started.pid);
    else started.kill('SIGKILL');
    throw new Error(`${error instanceof Error ? error.message : String(error)}: ${said}`, { cause: error });
  }
}

/**
 * A whole Chromium locks its profile with a socket in a temporary folder of its own, `org.chromium.Chromium.XXXXXX`. As it
 * is killed and never quits, the folder stays: it must be removed with the profile. Addresses of sockets end at 108 bytes.
 */
function hasRoomForLock(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, 'org.chromium.Chromium.XXXXXX', 'SingletonSocket')) < 104;
}

/** A shell that reports its process id, sets limits and is replaced by the browser. */
function commandOf(executable: string, flags: string[], { user }: Way, pidFile: string) {
  if (process.platform === 'win32') return { program: executable, args: flags, told: false };
  const drop = user
    ? `setpriv --reuid=${user.uid} --regid=${user.gid} --clear-groups --no-new-privs --inh-caps=-all -- `
    : '';
  const script = `echo $$ > "$1"; shift; ulimit -c 0; ulimit -f ${LARGEST_FILE}; exec nice -n 5 ${drop}"$@"`;
  return { program: '/bin/sh', args: ['-c', script, 'sh', pidFile, executable, ...flags], told: true };
}

/** Playwright starts it as the leader of a process group. Processes that left the group end when their pipes are closed. */
async function killGroup(pid: number, browser: Browser): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    if (browser.isConnected()) browser.once('disconnected', () => resolve());
    else resolve();
  });
  signalGroup(pid);
  await Promise.race([gone, sleep(2_000, undefined, { ref: false })]);
  // Browsers that were starting when the first signal arrived.
  signalGroup(pid);
}

function signalGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.platform !== 'linux') return null;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}
