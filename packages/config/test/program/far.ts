import { readFileSync } from 'node:fs';

/** The file next to this one, for every program that contains it. */
export const far = readFileSync(new URL('far.txt', import.meta.url), 'utf8').trim() + import.meta.dirname.slice(-8);
