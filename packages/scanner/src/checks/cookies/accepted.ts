import { defineCheck } from '../../check.ts';
import type { SetCookieFault } from '../../parse/cookies/set-cookie.ts';
import { isStorable, type Rejection } from '../../parse/cookies/seen-cookies.ts';
import { label } from './cookie-label.ts';

/** Example that triggers it: a cookie of 5,000 bytes, or one with `Secure` set over plain http. */
export default defineCheck({
  id: 'cookies/accepted',
  title: 'Cookies that browsers reject',
  severity: 'minor',
  deduction: 2,
  why: 'Browsers silently discard cookies that break the rules, so such a cookie does not do what the site intended.',
  fix: 'Keep the name and value together below 4,096 bytes and free of control characters. Set Secure cookies over https only. Set Domain to the host or to a parent domain below the public suffix.',
  references: ['https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#section-5.7'],
  needs: ['cookies'],
  optional: ['page'],
  outcomes: {
    none: { title: 'No cookie set', nothing: true, status: 'good', note: 'The responses set no cookie.' },
    good: { title: 'Browsers store every cookie', status: 'good' },
    refused: {
      title: 'Browsers do not store some cookies',
      status: 'good',
      note: 'Browsers never store some of the cookies. This exposes nothing, but what the site uses them for does not work.',
    },
    refused_by_some: {
      title: 'Some browsers do not store some cookies',
      status: 'good',
      note: 'Chrome and Firefox reject these cookies, so what the site uses them for does not work there. According to MDN, Safari stores them, so the missing attribute costs points in its own check.',
    },
    too_big: { title: 'A cookie is too big to be stored', weakness: 'informational', status: 'bad' },
    secure_over_http: {
      title: 'A Secure cookie is set over plain http',
      weakness: 'cookie-set-in-clear',
      status: 'bad',
      note: 'Browsers do not store a Secure cookie that arrives over plain http.',
    },
  },
  judge({ cookies: seen, page }, context) {
    const { cookies, unreadable } = seen;
    // HTML removed the pragma, and no current browser obeys it.
    const metas = page?.meta_cookies ?? [];
    if (cookies.length === 0 && unreadable.length === 0 && metas.length === 0) return { outcome: 'none' };
    const found: Found[] = [
      ...metas.map((name) => ({ line: `${name}: set by a <meta> element, which browsers no longer obey` })),
      ...unreadable.map(({ name, fault }) => ({ fault, line: `${name || '(no name)'}: ${FAULT[fault]}` })),
      ...cookies.flatMap((seen) =>
        seen.rejections.map((fault) => ({ fault, line: `${label(seen, context)}: ${REJECTION[fault]}` })),
      ),
    ];
    const lines = found.map(({ line }) => line);
    for (const outcome of ['too_big', 'secure_over_http'] as const) {
      // The title is about these only.
      const evidence = found.filter(({ fault }) => fault === outcome).map(({ line }) => line);
      const rest = lines.filter((line) => !evidence.includes(line)).slice(0, 10);
      if (evidence.length > 0) return { outcome, evidence, note: rest.length > 0 ? `Also: ${rest.join('; ')}.` : '' };
    }
    if (lines.length === 0) return { outcome: 'good' };
    const bySome = metas.length === 0 && unreadable.length === 0 && cookies.every(isStorable);
    return { outcome: bySome ? 'refused_by_some' : 'refused', evidence: lines };
  },
});

interface Found {
  fault?: SetCookieFault | Rejection;
  line: string;
}

const FAULT: Readonly<Record<SetCookieFault, string>> = {
  too_big: 'longer than 4,096 bytes',
  control_character: 'contains a control character',
  empty: 'has neither name nor value',
};

/** The first four cost points in `cookies/secure` or `cookies/prefix`, and none here. The first two are of some browsers. */
const REJECTION: Record<Rejection, string> = {
  none_without_secure: 'SameSite=None without Secure',
  partitioned_without_secure: 'Partitioned without Secure',
  prefix_without_secure: 'its name prefix requires Secure',
  prefix: 'does not meet the requirements of its name prefix',
  secure_over_http: 'Secure, but set over plain http',
  foreign_domain: 'Domain is not this host or a parent of it',
  public_suffix: 'Domain is a public suffix, shared by unrelated sites',
};
