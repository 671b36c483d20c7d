import { SEVERITIES } from '@palisade/report/check';
import { CATALOG } from '@palisade/scanner/catalog';
import { nearest } from '../schema-words.ts';
import { UsageError } from '../usage-error.ts';

/** Values of `--fail-on` that are not check ids. */
const WORDS: readonly string[] = [...SEVERITIES, 'provisional'];

/** Severities in any case, like grades; check ids exactly. */
export const failOnFrom = (text: string): string => (WORDS.includes(text.toLowerCase()) ? text.toLowerCase() : text);

/** @throws UsageError that names similar values */
export function checkNames(names: readonly string[], where: string): void {
  const known = [...(where === '--fail-on' ? WORDS : []), ...CATALOG.map(({ id }) => id)];
  for (const name of names) {
    if (known.includes(name)) continue;
    const near = known.filter(
      (id) =>
        id.includes(name) ||
        id
          .split('/')
          .at(-1)
          ?.startsWith(name.split('/').at(-1) ?? ' '),
    );
    const meant = near.length > 0 ? near.slice(0, 3).join(' or ') : nearest(name, known);
    const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
    throw new UsageError(`${where}: there is no check "${name}"${hint} (palisade checks lists them)`);
  }
}
