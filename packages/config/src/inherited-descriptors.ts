import { closeSync, readdirSync, readFileSync } from 'node:fs';

const CLOSE_ON_EXEC = 0o2_000_000;

/**
 * Closes descriptors that this process inherited in addition to its standard streams and its channel: files and pipes that a terminal, a
 * runner or a script had open. Node hides the first sixteen from its children, and those that follow without a gap; the
 * rest would reach scanners and browsers, which could use them regardless of Node's permission model.
 *
 * Call it before the first child starts, and after files have been read: one may be named as /dev/fd/63. Without
 * /proc it does nothing.
 */
export function closeInherited(): void {
  for (const name of descriptors()) {
    try {
      const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, 'utf8'))?.[1] ?? '0';
      if (Number(name) > 2 && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0) closeSync(Number(name));
    } catch {
      // Closed meanwhile, such as the one used for the listing.
    }
  }
}

function descriptors(): string[] {
  try {
    return readdirSync('/proc/self/fdinfo');
  } catch {
    return [];
  }
}
