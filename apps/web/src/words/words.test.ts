import { describe, expect, it } from 'vitest';
import { wordsIn } from './words.ts';
import { LANGUAGES } from './language.ts';

/** Texts that are the same in every language: names, and what is typed. */
const SAME = new Set(['nav.api', 'home.parts.security.txt', 'section.security_txt', 'docs.headers']);
/** Arguments for texts that need some, as numbers or as text. */
const ARGUMENTS = [['7', '8', '9', '10'], [7, 8, 9, 10] as never];

type Text = [path: string, text: string];

/** Every text of a catalog by its path; those with arguments are called with the same ones in each language. */
function textsOf(words: unknown, path = ''): Text[] {
  if (typeof words === 'string') return [[path, words]];
  if (typeof words === 'function') return [[path, called(words)]];
  if (words === null || typeof words !== 'object') return [[path, String(words)]];
  return Object.entries(words).flatMap(([key, value]) => textsOf(value, path === '' ? key : `${path}.${key}`));
}

function called(make: object): string {
  for (const given of ARGUMENTS)
    try {
      return String((make as (...given: unknown[]) => unknown)(...given));
    } catch {
      // Needs other arguments.
    }
  return '';
}

const english = new Map(textsOf(wordsIn('en')));

describe.each(LANGUAGES.filter((language) => language !== 'en'))('the catalog in %s', (language) => {
  const texts = new Map(textsOf(wordsIn(language)));

  it('has every text that English has, and no other', () => {
    const missing = [...english].filter(([path, text]) => text !== '' && !texts.get(path));
    expect(missing).toEqual([]);
    expect([...texts.keys()].filter((path) => !english.has(path))).toEqual([]);
  });

  it('fills in the same links and values', () => {
    const placeholders = (text = '') => text.match(/\{\w+\}/g)?.toSorted() ?? [];
    for (const [path, text] of english)
      expect([path, placeholders(texts.get(path))]).toEqual([path, placeholders(text)]);
  });

  it('is translated, except for names', () => {
    const same = [...english].filter(([path, text]) => texts.get(path) === text && /[a-z]{3}/.test(text));
    expect(same.map(([path]) => path).filter((path) => !SAME.has(path))).toEqual([]);
  });
});

it('percentages and large numbers are formatted for the language', () => {
  expect(wordsIn('en').report.standing(64, 1234)).toContain('64% of the 1,234 sites');
  expect(wordsIn('hi').report.standing(64, 123_456)).toMatch(/1,23,456 .* 64% /u);
});
