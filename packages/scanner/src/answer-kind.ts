import type { HttpEvidence } from './evidence/http.ts';
import { fieldValues, finalHop } from './evidence/http.ts';
import type { Verdict } from './check.ts';
import { isUntyped } from './parse/headers/sniffed-type.ts';
import { isDownload } from './parse/headers/content-disposition.ts';

/** Header fields that only affect documents that a browser displays, and what a fault costs for other responses. */
const OF_DOCUMENTS: ReadonlyMap<string, { missing: number; other: number }> = new Map([
  ['Content-Security-Policy', { missing: 4, other: 3 }],
  ['X-Frame-Options', { missing: 2, other: 1 }],
  ['Permissions-Policy', { missing: 2, other: 1 }],
  ['Referrer-Policy', { missing: 2, other: 1 }],
]);

/** Types that browsers display as a document and whose scripts they run. */
const DOCUMENT = /^\s*(?:text\/html|application\/xhtml\+xml|image\/svg\+xml)\b/i;
const XML = /^(?:text|application)\/(?:[\w.-]+\+)?xml$/u;

/**
 * The media type of a response that is not a page (JSON, XML, plain text, a file), `download`, `empty` or `no content`.
 * Null for pages and for responses without a type.
 */
export function notAPage(http: HttpEvidence): string | null {
  const { bytes } = http.body;
  const type = isUntyped(http.body.content_type) ? (http.body.sniffed_type ?? null) : http.body.content_type;
  const { status, headers } = finalHop(http);
  // RFC 9110 §15.3.5 and §15.3.6: browsers stay on the page that they show.
  if (status === 204 || status === 205) return 'no content';
  if (bytes === 0 && status >= 200 && status < 300) return 'empty';
  if (status < 300 && isDownload(fieldValues(headers, 'content-disposition'))) return 'download';
  if (type === null || DOCUMENT.test(type)) return null;
  const [essence = ''] = type.split(';', 1);
  return essence.trim().toLowerCase().slice(0, 100) || null;
}

/**
 * For data and files, page headers only protect error pages and responses that are opened as a document, so faults cost
 * little. Plain text is displayed, but never runs or loads anything, whatever it contains (MIME Sniffing §7). For empty
 * responses faults cost the same as for a page. Every such entry has a note about the type of the response.
 */
export function withAnswerKind(verdict: Verdict, type: string | null, isGuessed: boolean): Verdict {
  const least = OF_DOCUMENTS.get(verdict.check.header ?? '');
  if (type === null || !least || verdict.status === 'good' || verdict.status === 'unknown') return verdict;
  const note = [verdict.note, wordOn(type, isGuessed)].filter(Boolean).join(' ');
  if (type === 'empty') return { ...verdict, note };
  const most = verdict.status === 'missing' ? least.missing : least.other;
  return { ...verdict, note, severity: 'minor', deduction: Math.min(verdict.deduction, most) };
}

/** What browsers do with a response that is opened as a document, by its type. */
const SHOWN: readonly (readonly [type: RegExp, words: string])[] = [
  [XML, 'browsers show it as data, unless it loads its own style sheet or scripts'],
  [/^text\/plain$/u, 'browsers display it and run nothing in it'],
  [/^(?:application|text)\/(?:[\w.-]+\+)?json$|^text\//u, 'browsers show it as text and run nothing in it'],
  [/^application\/pdf$/u, 'browsers show it in their own viewer'],
  [/^(?:image|audio|video)\//u, 'browsers show or play it and run nothing in it'],
];

/** Whether a response of this kind loads nothing, so that a policy for it can forbid everything. */
export function loadsNothing(type: string | null): boolean {
  return type !== null && type !== 'empty' && !XML.test(type) && type !== 'application/pdf';
}

function wordOn(type: string, isGuessed: boolean): string {
  const elsewhere = 'To check a site, scan the URL of one of its pages.';
  if (type === 'empty') return `The response is empty. ${elsewhere}`;
  if (type === 'no content')
    return `The response has no content, so browsers show no document that this header could protect. ${elsewhere}`;
  if (type === 'download')
    return `The response is a download (Content-Disposition): browsers save it as a file and do not display it, so this header only protects error pages. ${elsewhere}`;
  const shown =
    SHOWN.find(([pattern]) => pattern.test(type))?.[1] ?? 'browsers save it as a file and run nothing in it';
  const is = isGuessed ? 'has no valid Content-Type, and browsers take it for' : 'is';
  return `The response ${is} ${type}, not a page: ${shown}, so this header only protects error pages and responses opened as a document. ${elsewhere}`;
}
