import { readFileSync } from 'node:fs';

/** What lies beside this file, for every program that contains it. */
export const far = readFileSync(new URL('far.txt', import.meta.url), 'utf8').trim() + import.meta.dirname.slice(-8);
