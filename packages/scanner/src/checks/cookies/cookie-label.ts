import type { SourceContext } from '../../facts/fact.ts';
import type { SeenCookie } from '../../parse/cookies/seen-cookies.ts';

/** How a cookie is named in evidence: with the host when it is not the scanned one, and with the plain-http mark. */
export function label(seen: SeenCookie, { target }: Pick<SourceContext, 'target'>): string {
  const name = seen.cookie.name === '' ? '(no name)' : seen.cookie.name.slice(0, 100);
  const host = seen.host === target.host ? '' : ` from ${seen.host}`;
  return `${name}${host}${seen.overHttp ? ' (set over http)' : ''}`;
}

export function isSession(seen: SeenCookie): boolean {
  return seen.kind === 'session';
}
