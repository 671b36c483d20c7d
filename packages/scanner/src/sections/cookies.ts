import type { CookieReport, CookiesSection } from '@palisade/report/sections/cookies';
import type { FindFact } from '../facts/fact.ts';
import { isStorable, type Rejection, type SeenCookie } from '../parse/cookies/seen-cookies.ts';
import type { SetCookieFault } from '../parse/cookies/set-cookie.ts';

/** The evidence the section shows next to its checks. */
export function cookiesEvidence(find: FindFact): Omit<CookiesSection, 'checks'> {
  const seen = find('cookies');
  if (!seen.ok) return { cookies: [], deleted: [], unreadable: [] };
  const { cookies, deleted, unreadable } = seen.value;
  const page = find('page');
  const byPage = page.ok
    ? [
        ...page.value.script_cookies.map((name) => ({ name, by: 'script' as const })),
        ...page.value.meta_cookies.map((name) => ({ name, by: 'meta' as const })),
      ]
    : [];
  return {
    cookies: cookies.map(report),
    deleted,
    ...(byPage.length > 0 ? { set_by_page: byPage } : {}),
    unreadable: unreadable.map(({ name, url, fault }) => ({ name, url, reason: FAULT[fault] })),
  };
}

function report(seen: SeenCookie): CookieReport {
  const { cookie } = seen;
  return {
    name: cookie.name.slice(0, 256),
    host: seen.host,
    url: seen.url,
    over_http: seen.overHttp,
    secure: cookie.secure,
    http_only: cookie.httpOnly,
    same_site: cookie.sameSite,
    partitioned: cookie.partitioned,
    domain: cookie.domain,
    path: seen.path,
    lifetime_seconds: seen.lifetime,
    prefix: seen.prefix,
    size: cookie.name.length + cookie.value.bytes,
    kind: seen.kind,
    rejected: seen.rejections.map((rejection) => REJECTION[rejection]),
    assessment: assess(seen),
  };
}

function assess(seen: SeenCookie): string {
  const { cookie, kind } = seen;
  const what = seen.maybeSession ? 'May be a session cookie. Its name and flags do not show it clearly.' : KIND[kind];
  const who = isStorable(seen) ? 'Some browsers reject it' : 'Browsers reject it';
  const rejected = `${who}: ${seen.rejections.map((rejection) => REJECTION[rejection]).join('; ')}.`;
  if (!isStorable(seen)) return `${what} ${rejected}`;
  const lacks: string[] = [];
  if (!cookie.secure) lacks.push('Secure');
  if (kind === 'session' && !cookie.httpOnly) lacks.push('HttpOnly');
  if (cookie.sameSite === null || cookie.sameSite === 'invalid') {
    lacks.push(cookie.sameSite === null ? 'SameSite' : 'a valid SameSite value');
  }
  const attributes = lacks.length > 0 ? `It lacks ${lacks.join(', ')}.` : 'It has the attributes it needs.';
  return [what, attributes, seen.rejections.length > 0 ? rejected : ''].filter(Boolean).join(' ');
}

const KIND: Readonly<Record<SeenCookie['kind'], string>> = {
  session: 'Looks like a session or sign-in cookie.',
  'anti-csrf': 'Looks like an anti-CSRF token.',
  preference: 'Looks like a stored preference.',
  consent: 'Looks like a consent record.',
  'load-balancer': 'Set by a load balancer.',
  'bot-protection': 'Set by a bot filter.',
  analytics: 'Set by an analytics tool.',
  advertising: 'Set for advertising.',
  other: 'Its purpose is not visible from the outside.',
};

const REJECTION: Readonly<Record<Rejection, string>> = {
  none_without_secure: 'SameSite=None without Secure',
  partitioned_without_secure: 'Partitioned without Secure',
  prefix_without_secure: 'its name prefix requires Secure',
  prefix: 'it does not meet the requirements of its name prefix',
  secure_over_http: 'Secure, but set over plain http',
  foreign_domain: 'Domain is not the host or a parent of it',
  public_suffix: 'Domain is a public suffix',
};

const FAULT: Readonly<Record<SetCookieFault, string>> = {
  control_character: 'it contains a control character',
  too_big: 'name and value are longer than 4,096 bytes',
  empty: 'it has neither name nor value',
};
