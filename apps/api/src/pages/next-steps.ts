import type { FastifyRequest } from 'fastify';
import type { NextStep } from '@palisade/web/pages';
import { QuotaExhausted, TokenRefused } from '@palisade/access/errors';
import type { Db } from '@palisade/db/client';
import { keptReportsOf } from '@palisade/db/served-reports';
import { NetworkFault, TargetRefused } from '@palisade/scanner/errors';

/**
 * Errors after which the other scheme may work. A site without https refuses, drops or garbles a TLS handshake; one
 * without plain http refuses or drops the connection.
 */
const OTHER_SCHEME_MAY_WORK: ReadonlySet<string> = new Set(['refused', 'reset', 'timeout', 'tls', 'malformed']);

/** The report that a used token paid for, offered to the token's holder: a closed tab loses no paid report. */
export async function paidReport(db: Db, error: unknown): Promise<NextStep[]> {
  if (!(error instanceof TokenRefused) || error.usedToken === undefined) return [];
  const [kept] = await keptReportsOf(db, { owners: [`token:${error.usedToken}`], most: 1 });
  return kept ? [{ kind: 'paid_report', href: `/r/${kept.id}` }] : [];
}

/** What the visitor can try next after a failed scan. */
export function nextSteps(error: unknown, url: string): NextStep[] {
  const asked = addressOf(url);
  const steps: NextStep[] = [];
  if (error instanceof QuotaExhausted) steps.push({ kind: 'more_scans', href: '/pricing' });
  if (asked === null) {
    if (url.trim() !== '') steps.push({ kind: 'change', href: fill(url.trim()) });
    return steps;
  }
  const other = offered(error, asked);
  if (other) steps.push({ kind: other.kind, target: other.url.href, href: fill(other.url.href) });
  // Credentials that the visitor typed must not appear in another address.
  steps.push({ kind: 'change', href: fill(asked.credentials ? asked.url.href : url.trim()) });
  return steps;
}

/** The page with the form that was refused, from the request's own Referer. The home page is offered in any case. */
export function backToForm({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): NextStep[] {
  const from = method === 'POST' ? URL.parse(headers.referer ?? '') : null;
  if (!from || from.host !== headers.host || from.pathname === '/' || from.pathname.startsWith('//')) return [];
  return [{ kind: 'form', href: from.pathname + from.search }];
}

interface Asked {
  /** With a scheme, and without credentials. */
  url: URL;
  credentials: boolean;
}

function addressOf(url: string): Asked | null {
  const text = url.trim();
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(whole)) return null;
  const parsed = new URL(whole);
  const credentials = parsed.username !== '' || parsed.password !== '';
  [parsed.username, parsed.password] = ['', ''];
  return { url: parsed, credentials };
}

/** The same address in another form, if that form may work. */
function offered(error: unknown, { url, credentials }: Asked): { kind: NextStep['kind']; url: URL } | null {
  const other = new URL(url);
  if (error instanceof NetworkFault) {
    if (error.blame === 'us') return null;
    if (error.code === 'dns') return renamed(other);
    if (url.port !== '' || !OTHER_SCHEME_MAY_WORK.has(error.code)) return null;
    other.protocol = url.protocol === 'https:' ? 'http:' : 'https:';
    return { kind: url.protocol === 'https:' ? 'plain_http' : 'with_https', url: other };
  }
  if (!(error instanceof TargetRefused)) return null;
  if (error.code === 'scheme') {
    other.protocol = 'https:';
    // A URL without a host (file:, data:) keeps its scheme: URL Standard, the protocol setter.
    return other.protocol === 'https:' ? { kind: 'other_name', url: other } : null;
  }
  if (error.code === 'credentials' && credentials) return { kind: 'without_credentials', url: other };
  if (error.code === 'port' && url.port !== '') {
    other.port = '';
    return { kind: 'usual_port', url: other };
  }
  return null;
}

/** Many sites exist only with `www.`, or only without it. */
function renamed(url: URL): { kind: NextStep['kind']; url: URL } | null {
  const labels = url.hostname.split('.');
  if (labels[0] === 'www' && labels.length > 2) url.hostname = labels.slice(1).join('.');
  else if (labels.length === 2) url.hostname = `www.${url.hostname}`;
  else return null;
  return { kind: 'other_name', url };
}

function fill(url: string): string {
  return `/?${new URLSearchParams({ url }).toString()}`;
}
