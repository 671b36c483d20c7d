import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Creates the file with a new value the first time, readable by this user only; later calls read it.
 * The file appears complete or not at all: a start interrupted by a full disk or a kill
 * never leaves an empty secret for the next one to trust.
 */
export function keepSecret(file: string, make: () => string): string {
  const kept = read(file);
  if (kept) return kept;
  if (kept === '') rmSync(file, { force: true });
  const fresh = `${file}.${process.pid}`;
  try {
    writeFileSync(fresh, `${make()}\n`, { mode: 0o600, flush: true });
    linkSync(fresh, file);
  } catch (error) {
    // Another process was first: its value counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
