import type { Needed, JudgeContext } from '../../check.ts';
import { seenCookies, type SeenCookie, type SeenCookies } from '../../parse/seen-cookies.ts';

/** All cookies of the scan; the plain-http chain counts when it was had. */
export function cookiesOf({ http }: Needed<'http'>, context: JudgeContext): SeenCookies {
  return seenCookies(http, context.optional('plain_http'), context.scannedAt);
}

/** How a cookie is named in evidence: with the host when it is not the scanned one, and with the plain-http mark. */
export function label(seen: SeenCookie, context: JudgeContext): string {
  const name = seen.cookie.name === '' ? '(no name)' : seen.cookie.name.slice(0, 100);
  const host = seen.host === context.target.host ? '' : ` from ${seen.host}`;
  return `${name}${host}${seen.overHttp ? ' (set over http)' : ''}`;
}

export function isSession(seen: SeenCookie): boolean {
  return seen.kind === 'session';
}
