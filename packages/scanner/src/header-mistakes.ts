import type { Verdict } from './check.ts';
import { fieldValues, finalHop, type HeaderFields, type HttpEvidence } from './evidence/http.ts';
import { isNear } from './parse/near-word.ts';

/** For a header that is missing or has no effect: why its owner may believe that it is there. */
export function withLikelyReason(verdict: Verdict, http: HttpEvidence): Verdict {
  const name = verdict.check.header;
  if (name === undefined || verdict.status === 'good') return verdict;
  const { headers } = finalHop(http);
  const words =
    verdict.outcome === 'missing'
      ? (misspelled(name, headers, verdict.note ?? '') ?? onRedirect(name, http))
      : miswritten(name, verdict.values ?? fieldValues(headers, name));
  return words === null ? verdict : { ...verdict, note: [words, verdict.note].filter(Boolean).join(' ') };
}

/** `X-Frame-Options: X-Frame-Options: DENY`, `Content-Security-Policy: "default-src 'self'"`. Some values are quoted strings. */
function miswritten(name: string, [value = '']: readonly string[]): string | null {
  const text = value.trim();
  const quoted = /^(["']).*\1$/su.test(text) && !text.slice(1, -1).includes(text.charAt(0));
  if (text.replace(/^["']/u, '').toLowerCase().startsWith(`${name.toLowerCase()}:`))
    return 'The value begins with the name of the header. Send the value alone.';
  return quoted && name !== 'Clear-Site-Data' ? 'The value is in quotes. Send it without them.' : null;
}

/** `Referer-Policy`, `X-Permissions-Policy`. A note that names it already explains it. */
function misspelled(name: string, headers: HeaderFields, note: string): string | null {
  const wanted = plain(name);
  const sent = headers.find(
    ([one]) => one.toLowerCase() !== name.toLowerCase() && (plain(one) === wanted || isNear(plain(one), wanted)),
  )?.[0];
  if (sent === undefined || note.includes(sent)) return null;
  return `The response has “${sent.slice(0, 60)}”, a name that browsers do not know: it is ${name}.`;
}

/** The web server's configuration sets it for redirects, and the application answers without it. HSTS counts there. */
function onRedirect(name: string, { hops }: HttpEvidence): string | null {
  if (name === 'Strict-Transport-Security') return null;
  const found = hops.slice(0, -1).find(({ headers }) => fieldValues(headers, name).length > 0);
  return found ? `Only a redirect has the header (${found.url.slice(0, 200)}). Send it with the page.` : null;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_ ]/gu, '-').replace(/^x-/u, '');
}
