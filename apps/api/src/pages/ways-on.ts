import type { Way } from '@palisade/web/pages';
import { QuotaExhausted } from '@palisade/access/errors';
import { NetworkFault, TargetRefused } from '@palisade/scanner/errors';

/** A site without https refuses, drops or garbles what begins with TLS. */
const MAY_BE_PLAIN_HTTP: ReadonlySet<string> = new Set(['refused', 'reset', 'timeout', 'tls', 'malformed']);

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
  if (error instanceof NetworkFault) {
    const plain = new URL(url);
    plain.protocol = 'http:';
    const fits = url.protocol === 'https:' && url.port === '' && MAY_BE_PLAIN_HTTP.has(error.code);
    return fits ? { kind: 'plain_http', url: plain } : null;
  }
  if (!(error instanceof TargetRefused)) return null;
  const other = new URL(url);
  if (error.code === 'credentials' && credentials) return { kind: 'without_credentials', url: other };
  if (error.code === 'port' && url.port !== '') {
    other.port = '';
    return { kind: 'usual_port', url: other };
  }
  return null;
}

function fill(url: string): string {
  return `/?${new URLSearchParams({ url }).toString()}`;
}
