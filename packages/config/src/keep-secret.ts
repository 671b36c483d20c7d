import { readFileSync, writeFileSync } from 'node:fs';

/** Makes the file with a fresh value the first time, readable by this user only; afterwards reads it. */
export function keepSecret(file: string, make: () => string): string {
  try {
    writeFileSync(file, `${make()}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
