import type { Result } from '@palisade/report/findings';
import type { Language } from '../language.ts';
import { hi } from './hi.ts';

/** One outcome in another language, reviewed by someone who knows the language and the subject. */
interface ReviewedFinding {
  /** The English text that was translated. The translation is used for exactly this text only. */
  of: { title: string; explanation: string };
  title: string;
  explanation: string;
}

/** By check and outcome code: `tls/certificate-validity:expired`. Other outcomes stay English. */
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
 * Title and explanation of a finding in the visitor's language, or in English if no translation was reviewed.
 * @returns lang how to mark English text; undefined for text in the language of the page
 */
export function findingText(
  { id, outcome, title, explanation }: Finding,
  reviewed: ReviewedFindings,
): { title: string; explanation: string; lang: 'en' | undefined } {
  const key = `${id}:${outcome}`;
  const found = Object.hasOwn(reviewed, key) ? reviewed[key] : undefined;
  // Another version of the engine may have another text for the same code.
  if (found?.of.title !== title || found.of.explanation !== explanation) return { title, explanation, lang: 'en' };
  return { title: found.title, explanation: found.explanation, lang: undefined };
}
