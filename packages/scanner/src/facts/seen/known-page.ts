import { GATEKEEPERS, PLAIN_TITLES, type Gatekeeper } from '../../data/gatekeepers.ts';
import type { PageEvidence } from '../../evidence/page.ts';
import type { Answer } from './answer.ts';

export interface KnownPage {
  page: Gatekeeper['page'];
  by: string;
  /** The signs that identified it, for the reader. */
  signs: string[];
}

/** The first product that matches: two signs of different kinds, one of them specific to the product. */
export function knownPage(answer: Answer): KnownPage | null {
  for (const row of GATEKEEPERS) {
    const signs = signsOf(row, answer);
    if (signs) return { page: row.page, by: row.by, signs };
  }
  return null;
}

function signsOf(row: Gatekeeper, answer: Answer): string[] | null {
  const location = row.locations?.find((pattern) => answer.ledTo.some((url) => leadsTo(url, pattern, answer)));
  if (location === undefined && row.status && !row.status.includes(answer.status)) return null;
  if (row.max_bytes !== undefined && answer.bytes > row.max_bytes) return null;
  if (row.max_text !== undefined && (answer.page?.text_length ?? 0) > row.max_text) return null;
  const most = row.links?.filter((sign) => answer.signs.has(sign)).length ?? row.max_links;
  if (most !== undefined && (answer.page?.links ?? Infinity) > most) return null;
  // A long page with a success status belongs to the site, whatever its content.
  if (answer.good && !answer.small && location === undefined && !row.title_and_text) return null;
  const header = fieldThat(row.decisive_headers, answer);
  const titles = row.titles?.filter((pattern) => isLike(answer.title, pattern, answer.host)) ?? [];
  const title = titles.length > 0;
  const text = row.body?.find((sign) => answer.signs.has(sign));
  if (row.title_and_text && !(title && text !== undefined)) return null;
  const server = row.name_servers?.find((pattern) => answer.nameServers.some((name) => isLike(name, pattern, '')));
  const own = [
    header === null ? '' : `header ${header}`,
    title ? `title “${answer.title}”` : '',
    text === undefined ? '' : `text “${text}”`,
    location === undefined ? '' : `address ${answer.url}`,
    server === undefined ? '' : `name server ${server}`,
  ].filter(Boolean);
  if (own.length === 0) return null;
  const common = [
    answer.good ? '' : `status ${answer.status}`,
    fieldThat(row.headers, answer) === null ? '' : 'different headers',
    row.cookies?.some((pattern) => answer.cookies.some((name) => isLike(name, pattern, ''))) ? 'a cookie' : '',
    answer.small ? 'its size' : '',
    location !== undefined && answer.elsewhere ? 'a different domain' : '',
    row.page === 'login' && (answer.page?.password_fields ?? 0) > 0 ? 'a password field' : '',
  ].filter(Boolean);
  const all = [...own, ...common];
  if (title && all.length === 2 && answer.good && answer.small && titles.every((one) => PLAIN_TITLES.has(one)))
    return isTitleOnly(answer.page) || speaksOf(row.page, answer.page) ? all : null;
  return all.length >= 2 ? all : null;
}

type Subject = PageEvidence['text_says'][number];
const SUBJECTS: Partial<Record<Gatekeeper['page'], Subject>> = {
  challenge: 'check',
  blocked: 'refusal',
  error: 'error',
  maintenance: 'maintenance',
  parked: 'maintenance',
};

function speaksOf(page: Gatekeeper['page'], evidence: PageEvidence | undefined): boolean {
  const subject = SUBJECTS[page];
  return subject !== undefined && (evidence?.text_says.includes(subject) ?? false);
}

/** Whether the page has nothing but its title. */
export function isTitleOnly(page: PageEvidence | undefined): boolean {
  if (!page) return true;
  return page.links === 0 && page.resources.length === 0 && page.text_fields === 0 && page.text_beside_title <= 4;
}

/** Name and value of the first matching field. */
function fieldThat(fields: Gatekeeper['headers'], answer: Answer): string | null {
  for (const [name, patterns] of Object.entries(fields ?? {})) {
    const value = answer.values(name).find((sent) => patterns.some((pattern) => isLike(sent, pattern, answer.host)));
    if (value !== undefined) return `${name}: ${value.slice(0, 60)}`;
  }
  return null;
}

function leadsTo(url: string, pattern: string, answer: Answer): boolean {
  if (/^https?:/u.test(pattern)) return isLike(url, `${pattern}*`, answer.host);
  if (pattern.endsWith('=')) return url.includes(pattern);
  const { pathname } = new URL(url);
  return isLike(pathname, pattern, '') || isLike(pathname, `${pattern.replace(/\/$/u, '')}/*`, '');
}

const MAX_TEXT = 2048;

/** `*` matches any text. Case-insensitive. */
function isLike(whole: string, pattern: string, host: string): boolean {
  const text = withoutWww(whole.slice(0, MAX_TEXT), pattern);
  if (text === '') return false;
  const filled = pattern.replaceAll('{host}', host.replace(/^www\./u, ''));
  if (!filled.includes('*')) return text.toLowerCase() === filled.toLowerCase();
  return new RegExp(`^${filled.split('*').map(escape).join('.*')}$`, 'isu').test(text);
}

/** A title names the host with or without `www.`. */
function withoutWww(text: string, pattern: string): string {
  return pattern.startsWith('{host}') ? text.replace(/^www\./iu, '') : text;
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.|?+()[\]{}/]/gu, '\\$&');
}
