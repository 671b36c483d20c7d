import type { HttpEvidence } from './evidence/http.ts';
import type { Verdict } from './check.ts';

/** Header fields that only do something for a document that a browser shows. */
const OF_DOCUMENTS: ReadonlySet<string> = new Set([
  'Content-Security-Policy',
  'X-Frame-Options',
  'Permissions-Policy',
  'Referrer-Policy',
]);

/** What browsers show as a document of their own; a PDF or an image can be framed, but runs no script of the site. */
const DOCUMENT = /^\s*(?:text\/html|application\/xhtml\+xml|image\/svg\+xml|(?:text|application)\/xml)\b/i;

/** The media type of an answer that is no page (JSON, plain text, a file); null for pages and for what names no type. */
export function notAPage({ body }: HttpEvidence): string | null {
  const type = body.content_type;
  if (type === null || DOCUMENT.test(type)) return null;
  const [essence = ''] = type.split(';', 1);
  return essence.trim().toLowerCase().slice(0, 100) || null;
}

/**
 * The specification takes the full deduction for a missing field, whatever the answer is. Where the answer is no page
 * the entry says so, and what the field is still for.
 */
export function withAnswerKind(verdict: Verdict, type: string | null): Verdict {
  if (type === null || verdict.status !== 'missing' || !OF_DOCUMENTS.has(verdict.check.header ?? '')) return verdict;
  const said = `The answer is ${type}, which is no page: browsers show and run nothing of it, so this field only protects error pages and answers that are opened as a document. To judge a site, scan the address of one of its pages.`;
  return { ...verdict, note: [verdict.note, said].filter(Boolean).join(' ') };
}
