import { readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

const EVERY_MS = 500;
/** Adopts the processes whose parent has exited. */
const REAPER = /^(?:\S*\/)?(?:systemd|init|launchd)(?:\s|$)/;
/** In a container, process 1 may be the package manager itself, or the shell that runs it. */
const STARTS_SERVICES = /(?:npm|pnpm|yarn|bun|corepack|node|sh)\b/;
const SCRIPT_SHELL = /^(?:\S*\/)?(?:ba|da|z|k)?sh -c /;
const SHELL = /^(?:.*\/)?(?:ba|da|z|k|a)?sh$/;
/** Neither `-i` nor `-s`. */
const SCRIPT_OPTIONS = /^-[ceflnuvx]+$/;
/** `command &`, not `one && other` or `2>&1`. */
const BACKGROUND = /(?<![&>|<])&(?![&>])/;
const MOST_LINKS = 8;
/** Not a shell whose script has the name in it. */
const PACKAGE_MANAGER =
  /^(?:(?:\S*\/)?node(?:js)?\s+(?:-\S+\s+)*)?(?:\S*\/)?(?:npm|pnpm|yarn|bun)(?:-cli)?(?:\.[cm]?js)?(?:\s|$)/;

/**
 * Detects that the process the user started has exited. `npm start` is a package manager, often with a shell below it,
 * and this process below that: a SIGTERM to npm alone ends npm, at most the shell too, and would leave the
 * whole service running. So would one to the script that runs npm. Without a package manager, this is the process that the
 * user started.
 */
export function watchStarter(onGone: (why: string) => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  // Node needs a moment to load this program: the package manager may have been ended meanwhile.
  if (isReaper(parent) || (SCRIPT_SHELL.test(commandOf(parent)) && isReaper(parentOf(parent)))) {
    onGone('the process that started it has exited');
    return;
  }
  const links = chain();
  if (links.length === 0) return;
  const timer = setInterval(() => {
    const broken = links.find(({ child, parent }) => parentOf(child) !== parent);
    if (!broken) return;
    clearInterval(timer);
    onGone(`the process that started it (${broken.parent}) has exited`);
  }, EVERY_MS);
  timer.unref();
}

interface Link {
  child: number;
  parent: number;
}

/** From this process up to the package manager: one step, or two with a shell in between. And up to the script that runs it. */
function chain(): Link[] {
  const links: Link[] = [];
  let found = false;
  for (let child = process.pid; links.length < MOST_LINKS;) {
    const parent = parentOf(child);
    if (parent === null || parent <= 1) break;
    const isManager = PACKAGE_MANAGER.test(commandOf(parent));
    if (found && !isManager && !waitsForEach(parent)) break;
    links.push({ child, parent });
    found ||= isManager;
    // None in sight (another system, another name): only the direct parent is certain.
    if (!found && links.length === 3) break;
    child = parent;
  }
  return found ? links : links.slice(0, 1);
}

/**
 * Whether this is a shell with a script that starts nothing in the background: it exits after its last command, unless it is
 * ended. Other shells may be a person's, whose exit says nothing.
 */
function waitsForEach(pid: number): boolean {
  try {
    const [name = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
    const at = args.findIndex((arg) => !arg.startsWith('-'));
    const [options, given] = [args.slice(0, at), args[at]];
    if (!SHELL.test(name) || given === undefined || !options.every((one) => SCRIPT_OPTIONS.test(one))) return false;
    const isText = options.some((one) => one.includes('c'));
    return !BACKGROUND.test(
      isText ? given : readFileSync(path.resolve(readlinkSync(`/proc/${pid}/cwd`), given), 'utf8'),
    );
  } catch {
    return false;
  }
}

function isReaper(pid: number | null): boolean {
  if (pid === null) return false;
  const command = commandOf(pid);
  // Where the system does not show it, it could be anything.
  if (pid === 1) return process.platform !== 'linux' || (command !== '' && !STARTS_SERVICES.test(command));
  return REAPER.test(command);
}

function parentOf(pid: number): number | null {
  if (pid === process.pid) return process.ppid;
  try {
    // The name in parentheses may contain anything, including parentheses: the fields start after the last one.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
