import { closeSync, readdirSync, readFileSync } from 'node:fs';

const CLOSE_ON_EXEC = 0o2_000_000;

/**
 * Closes what this process was handed besides its standard streams and its channel: files and pipes that a terminal, a
 * runner or a script had open. Node keeps the first sixteen from its children, and those that follow without a gap; the
 * rest would reach scanners and browsers, which read and write them without asking Node's permission model.
 *
 * To be called before the first child, and after files have been read: one may be named as /dev/fd/63. Where there is no
 * /proc it does nothing.
 */
export function closeInherited(): void {
  for (const name of descriptors()) {
    try {
      const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, 'utf8'))?.[1] ?? '0';
      if (Number(name) > 2 && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0) closeSync(Number(name));
    } catch {
      // Closed meanwhile, as the one that has listed them.
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
