import type { Result } from '@palisade/report/findings';
import type { Language } from '../language.ts';
import { hi } from './hi.ts';

/** One outcome in another language, as someone who knows the language and the subject has reviewed it. */
interface ReviewedFinding {
  /** The English that was translated. The translation is used for exactly these words: other ones say something else. */
  of: { title: string; explanation: string };
  title: string;
  explanation: string;
}

/** By check and outcome code: `tls/certificate-validity:expired`. What is not there stays English. */
export type ReviewedFindings = Readonly<Record<string, ReviewedFinding>>;

/** English is the language of the checks themselves. */
const REVIEWED: Readonly<Record<Exclude<Language, 'en'>, ReviewedFindings>> = { hi };

const NONE: ReviewedFindings = {};

/** Every outcome that is reviewed in a language; none in English. */
export function reviewedIn(language: Language): ReviewedFindings {
  return language === 'en' ? NONE : REVIEWED[language];
}

type Finding = Pick<Result, 'id' | 'outcome' | 'title' | 'explanation'>;

/**
 * What a finding is called and says in the visitor's language, or in English where that is not reviewed.
 * @returns lang what to mark English as; undefined for the language of the page
 */
export function findingText(
  { id, outcome, title, explanation }: Finding,
  reviewed: ReviewedFindings,
): { title: string; explanation: string; lang: 'en' | undefined } {
  const key = `${id}:${outcome}`;
  const found = Object.hasOwn(reviewed, key) ? reviewed[key] : undefined;
  // An older engine, or a newer one, may have said something else by the same code.
  if (found?.of.title !== title || found.of.explanation !== explanation) return { title, explanation, lang: 'en' };
  return { title: found.title, explanation: found.explanation, lang: undefined };
}
