import type { SourceContext } from '../../facts/fact.ts';
import type { SeenCookie } from '../../parse/cookies/seen-cookies.ts';

/** A cookie's label in evidence: its name, its host if that is not the scanned one, and whether it was set over http. */
export function label(seen: SeenCookie, { target }: Pick<SourceContext, 'target'>): string {
  const name = seen.cookie.name === '' ? '(no name)' : seen.cookie.name.slice(0, 100);
  const host = seen.host === target.host ? '' : ` from ${seen.host}`;
  return `${name}${host}${seen.overHttp ? ' (set over http)' : ''}`;
}

export function isSession(seen: SeenCookie): boolean {
  return seen.kind === 'session';
}
