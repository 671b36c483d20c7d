import { listed } from '../../parse/listed.ts';
import type { SourceContext } from '../../facts/fact.ts';
import type { SeenCookie } from '../../parse/cookies/seen-cookies.ts';

/** A cookie's label in evidence: its name, its host if that is not the scanned one, and whether it was set over http. */
export function label(seen: SeenCookie, { target }: Pick<SourceContext, 'target'>): string {
  const name = seen.cookie.name === '' ? '(no name)' : seen.cookie.name.slice(0, 100);
  const host = seen.host === target.host ? '' : ` from ${seen.host}`;
  return `${name}${host}${seen.overHttp ? ' (set over http)' : ''}`;
}

export const UNSTORED =
  'Browsers reject every one of these cookies, so they neither need nor have protection. “Cookies that browsers reject” says why.';

/** Attributes that the owner probably takes for the missing one. */
export function mistakes({ cookie: { mistaken } }: SeenCookie): string {
  return mistaken.length > 0 ? ` (it has “${mistaken.join('”, “')}”, which browsers do not know)` : '';
}

export function isSession(seen: SeenCookie): boolean {
  return seen.kind === 'session';
}

/** Cookies with a lesser fault. The title speaks of the worst ones only, so the evidence does, too. */
export function also(fault: string, cookies: readonly SeenCookie[], context: Pick<SourceContext, 'target'>): string {
  if (cookies.length === 0) return '';
  return `Also ${fault}: ${listed(cookies.map((seen) => label(seen, context)))}.`;
}
