import type { Way } from '@palisade/web/pages';
import { QuotaExhausted, TokenRefused } from '@palisade/access/errors';
import type { Db } from '@palisade/db/client';
import { keptReportsOf } from '@palisade/db/served-reports';
import { NetworkFault, TargetRefused } from '@palisade/scanner/errors';

/** A site without https refuses, drops or garbles what begins with TLS; one without plain http refuses or drops it. */
const MAY_SPEAK_THE_OTHER: ReadonlySet<string> = new Set(['refused', 'reset', 'timeout', 'tls', 'malformed']);

/** What a used token bought, for who holds it: a closed tab loses nothing that was paid for. */
export async function paidReport(db: Db, error: unknown): Promise<Way[]> {
  if (!(error instanceof TokenRefused) || error.usedToken === undefined) return [];
  const [kept] = await keptReportsOf(db, { owners: [`token:${error.usedToken}`], most: 1 });
  return kept ? [{ kind: 'paid_report', href: `/r/${kept.id}` }] : [];
}

/** From an error of a scan to what the visitor can try next. */
export function waysOn(error: unknown, url: string): Way[] {
  const asked = addressOf(url);
  const ways: Way[] = [];
  if (error instanceof QuotaExhausted) ways.push({ kind: 'more_scans', href: '/pricing' });
  if (asked === null) {
    if (url.trim() !== '') ways.push({ kind: 'change', href: fill(url.trim()) });
    return ways;
  }
  const other = offered(error, asked);
  if (other) ways.push({ kind: other.kind, target: other.url.href, href: fill(other.url.href) });
  // Never back into an address: what the visitor typed there may be a password.
  ways.push({ kind: 'change', href: fill(asked.credentials ? asked.url.href : url.trim()) });
  return ways;
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

/** The same address in another form, where that may be what is missing. */
function offered(error: unknown, { url, credentials }: Asked): { kind: Way['kind']; url: URL } | null {
  const other = new URL(url);
  if (error instanceof NetworkFault) {
    if (error.blame === 'us') return null;
    if (error.code === 'dns') return renamed(other);
    if (url.port !== '' || !MAY_SPEAK_THE_OTHER.has(error.code)) return null;
    other.protocol = url.protocol === 'https:' ? 'http:' : 'https:';
    return { kind: url.protocol === 'https:' ? 'plain_http' : 'with_https', url: other };
  }
  if (!(error instanceof TargetRefused)) return null;
  if (error.code === 'scheme') {
    other.protocol = 'https:';
    // What names no host (file:, data:) keeps its scheme: URL Standard, the setter of protocol.
    return other.protocol === 'https:' ? { kind: 'other_name', url: other } : null;
  }
  if (error.code === 'credentials' && credentials) return { kind: 'without_credentials', url: other };
  if (error.code === 'port' && url.port !== '') {
    other.port = '';
    return { kind: 'usual_port', url: other };
  }
  return null;
}

/** Many names are set up with `www.` only, or without it only. */
function renamed(url: URL): { kind: Way['kind']; url: URL } | null {
  const labels = url.hostname.split('.');
  if (labels[0] === 'www' && labels.length > 2) url.hostname = labels.slice(1).join('.');
  else if (labels.length === 2) url.hostname = `www.${url.hostname}`;
  else return null;
  return { kind: 'other_name', url };
}

function fill(url: string): string {
  return `/?${new URLSearchParams({ url }).toString()}`;
}
