import { readFileSync } from 'node:fs';

const EVERY_MS = 500;
const PACKAGE_MANAGER = /(?:^|[/\s])(?:npm|pnpm|yarn|bun)(?:-cli\.[cm]?js)?(?:\s|$)/;

/**
 * Tells when what the user started is gone. `npm start` is a package manager, often a shell below it,
 * and we below that: a SIGTERM to npm alone ends npm, reaches the shell at most, and would leave the
 * whole service running. Started without a package manager, we are what the user started.
 */
export function watchStarter(onGone: (why: string) => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const links = chain();
  if (links.length === 0) return;
  const timer = setInterval(() => {
    const broken = links.find(({ child, parent }) => parentOf(child) !== parent);
    if (!broken) return;
    clearInterval(timer);
    onGone(`the process that started it (${broken.parent}) is gone`);
  }, EVERY_MS);
  timer.unref();
}

interface Link {
  child: number;
  parent: number;
}

/** From this process up to the package manager: one step, or two with a shell between. */
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
  // None found (another system, another name): the direct parent is all that is certain.
  return links.slice(0, 1);
}

function parentOf(pid: number): number | null {
  if (pid === process.pid) return process.ppid;
  try {
    // The name in parentheses may hold anything, parentheses too: the fields begin after the last one.
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
