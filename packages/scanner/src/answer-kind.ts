import type { HttpEvidence } from './evidence/http.ts';
import { finalHop } from './evidence/http.ts';
import type { Verdict } from './check.ts';

/** Header fields that only do something for a document that a browser shows, and what a fault costs where there is none. */
const OF_DOCUMENTS: ReadonlyMap<string, { missing: number; other: number }> = new Map([
  ['Content-Security-Policy', { missing: 4, other: 3 }],
  ['X-Frame-Options', { missing: 2, other: 1 }],
  ['Permissions-Policy', { missing: 2, other: 1 }],
  ['Referrer-Policy', { missing: 2, other: 1 }],
]);

/** What browsers show as a document of their own, with its scripts. */
const DOCUMENT = /^\s*(?:text\/html|application\/xhtml\+xml|image\/svg\+xml)\b/i;
const XML = /^(?:text|application)\/(?:[\w.-]+\+)?xml$/u;

/** The media type of an answer that is no page (JSON, XML, plain text, a file), or `empty`; null for pages and for what names no type. */
export function notAPage(http: HttpEvidence): string | null {
  const { content_type: type, bytes } = http.body;
  const { status } = finalHop(http);
  if (bytes === 0 && status >= 200 && status < 300) return 'empty';
  if (type === null || DOCUMENT.test(type)) return null;
  const [essence = ''] = type.split(';', 1);
  return essence.trim().toLowerCase().slice(0, 100) || null;
}

/**
 * Judges the fields of pages as what they are for data and files: protection of error pages and of answers that are
 * opened as a document, which costs little. An empty answer, and plain text, which a browser shows as it is, cost what
 * a page costs; every such entry says what the answer is.
 */
export function withAnswerKind(verdict: Verdict, type: string | null): Verdict {
  const least = OF_DOCUMENTS.get(verdict.check.header ?? '');
  if (type === null || !least || verdict.status === 'good' || verdict.status === 'unknown') return verdict;
  const note = [verdict.note, wordOn(type)].filter(Boolean).join(' ');
  if (type === 'empty' || type === 'text/plain') return { ...verdict, note };
  const most = verdict.status === 'missing' ? least.missing : least.other;
  return { ...verdict, note, severity: 'minor', deduction: Math.min(verdict.deduction, most) };
}

function wordOn(type: string): string {
  const elsewhere = 'To check a site, scan the URL of one of its pages.';
  if (type === 'empty') return `The response is empty. ${elsewhere}`;
  const shown = XML.test(type)
    ? 'browsers show it as data, unless it loads its own style sheet or scripts'
    : 'browsers neither display nor run it';
  return `The response is ${type}, not a page: ${shown}, so this header only protects error pages and responses opened as a document. ${elsewhere}`;
}
