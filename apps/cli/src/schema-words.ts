import type { z } from 'zod';

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};
/** A name with more typing errors is not recognized as the option. */
const TYPING_ERRORS = 3;

/**
 * What the schema does not allow in a file, in words: "ignore.0.reason is missing".
 * @param known names that an unknown one may stand for
 */
export function inWords(issue: z.core.$ZodIssue, known: readonly string[] = []): string {
  const field = issue.path.map(String).join('.');
  const at = field === '' ? 'it' : field;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys
        .map((key) => {
          const meant = nearest(key, known);
          const name = [field, key].filter(Boolean).join('.');
          return `${name} is not a known field${meant === undefined ? '' : ` (did you mean ${meant}?)`}`;
        })
        .join('; ');
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return `${at} is missing`;
      return `${at} must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `${at} must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'invalid_format':
      return issue.format === 'date'
        ? `${at} must be a date such as 2026-12-31`
        : `${at} is not in the expected format`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return `${at} is empty`;
      return issue.origin === 'string'
        ? `${at} must have at least ${issue.minimum} characters`
        : `${at} must be ${issue.minimum} or more`;
    case 'too_big':
      return issue.origin === 'string'
        ? `${at} must have at most ${issue.maximum} characters`
        : `${at} must be ${issue.maximum} or less`;
    case 'invalid_union': {
      // The alternative that matched furthest is the most helpful: a list with one wrong member, not "a text".
      const [deepest] = issue.errors.flat().toSorted((a, b) => b.path.length - a.path.length);
      if (deepest === undefined) return `${at} has none of the accepted types`;
      return inWords({ ...deepest, path: [...issue.path, ...deepest.path] }, known);
    }
    default:
      return `${at} does not have the expected type`;
  }
}

/** The first error in a file. */
export function firstFault({ issues: [issue] }: z.ZodError): string {
  return issue === undefined ? 'its form is not known' : inWords(issue);
}

/** The name that a typing error may stand for. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/gu, '');
  const rated = known
    .map((one) => ({ one, far: distance(plain(name), plain(one)) }))
    .toSorted((a, b) => a.far - b.far)[0];
  return rated && rated.far <= Math.min(TYPING_ERRORS, name.length / 2) ? rated.one : undefined;
}

/** Levenshtein: letters added, dropped or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}
