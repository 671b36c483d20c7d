import { readFileSync } from 'node:fs';

const EVERY_MS = 500;
/** Adopts the processes whose parent has exited. */
const REAPER = /^(?:\S*\/)?(?:systemd|init|launchd)(?:\s|$)/;
/** In a container, process 1 may be the package manager itself, or the shell that runs it. */
const STARTS_SERVICES = /(?:npm|pnpm|yarn|bun|corepack|node|sh)\b/;
const SCRIPT_SHELL = /^(?:\S*\/)?(?:ba|da|z|k)?sh -c /;
const PACKAGE_MANAGER = /(?:^|[/\s])(?:npm|pnpm|yarn|bun)(?:-cli\.[cm]?js)?(?:\s|$)/;

/**
 * Detects that the process the user started has exited. `npm start` is a package manager, often with a shell below it,
 * and this process below that: a SIGTERM to npm alone ends npm, at most the shell too, and would leave the
 * whole service running. Without a package manager, this is the process that the user started.
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

/** From this process up to the package manager: one step, or two with a shell in between. */
function chain(): Link[] {
  const links: Link[] = [];
  let child = process.pid;
  for (let step = 0; step < 3; step += 1) {
    const parent = parentOf(child);
    if (parent === null || parent <= 1) break;
    links.push({ child, parent });
    if (PACKAGE_MANAGER.test(commandOf(parent))) return links;
    child = parent;
  }
  // None found (another system, another name): only the direct parent is certain.
  return links.slice(0, 1);
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
