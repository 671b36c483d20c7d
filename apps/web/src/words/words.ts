import { en, type Words } from './en.ts';
import { hi } from './hi.ts';
import type { Language } from './language.ts';

const CATALOG: Readonly<Record<Language, Words>> = { en, hi };

export function wordsIn(language: Language): Words {
  return CATALOG[language];
}
