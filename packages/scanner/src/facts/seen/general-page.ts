import type { PageEvidence } from '../../evidence/page.ts';
import type { SeenPage } from '@palisade/report/seen';
import { SCRIPT_SIGNS, UNFINISHED_SIGN } from '../../parse/page/body-signs.ts';
import { isTitleOnly } from './known-page.ts';
import { TITLE_PARTS } from '../../parse/page/page-words.ts';
import type { Answer } from './answer.ts';
import {
  BLOCK_TITLE,
  CAPTCHA_SCRIPT,
  CHALLENGE_TITLE,
  CONSENT_RETURN,
  ERROR_TITLE,
  EXPIRED_TITLE,
  LOGIN_PATH,
  LOGIN_TITLE,
  MAINTENANCE_TITLE,
  SALE_TITLE,
  TITLE_FILLER,
} from './words.ts';

export interface GeneralPage {
  page: Exclude<SeenPage, 'site'>;
  /** Completes "The URL returned …". */
  what: string;
}

/** Pages without a product's mark, recognized by HTTP and by their words. */
export function generalPage(answer: Answer): GeneralPage | null {
  if (answer.end !== 'answered') return { page: 'error', what: 'redirects that do not lead to a page' };
  return answer.good ? goodPage(answer) : faultPage(answer);
}

/**
 * These statuses prove on their own that this is not the requested page (RFC 9110 §15.5.2, §15.6, RFC 6585 §4 and §6).
 * 403, 404 and similar need a second sign: sites also send their real start page with them, for example a bucket with a
 * single-page fallback.
 */
function faultPage(answer: Answer): GeneralPage | null {
  const { status, title, page } = answer;
  const named = status >= 400 ? `status ${status}${title === '' ? '' : ` and the title “${title}”`}` : '';
  if (status === 401 || status === 407) return { page: 'login', what: `a request for credentials (${named})` };
  if (status === 429) return { page: 'blocked', what: `a rate limit (${named})` };
  if (status === 511) return { page: 'login', what: `a network sign-in page (${named})` };
  if (status === 503) {
    // Servers call the status itself "Service Temporarily Unavailable", whatever the cause.
    const planned = MAINTENANCE_TITLE.test(title.replace(STATUS_503, '')) || answer.values('retry-after').length > 0;
    return planned
      ? { page: 'maintenance', what: `a maintenance page (${named})` }
      : { page: 'error', what: `a server error (${named})` };
  }
  if (status >= 500) return { page: 'error', what: `a server error (${named})` };
  // RFC 9110 §15.4: another response is needed, and this one leads to none.
  if (status >= 300 && status < 400)
    return { page: 'error', what: `a redirect that browsers do not follow (status ${status})` };
  if (status < 400) return null;
  if (CHALLENGE_TITLE.test(title)) return { page: 'challenge', what: `a visitor check (${named})` };
  const bare = answer.small || page === undefined;
  if (status === 403 || status === 451) {
    if ((page?.password_fields ?? 0) > 0 && LOGIN_TITLE.test(title))
      return { page: 'login', what: `a sign-in page (${named})` };
    return bare || BLOCK_TITLE.test(title) || ERROR_TITLE.test(title)
      ? { page: 'blocked', what: `a refusal (${named})` }
      : null;
  }
  const fault = ERROR_TITLE.test(title);
  if (status === 404 && !fault && isUndrawn(answer)) return null;
  return bare || fault ? { page: 'error', what: `an error page (${named})` } : null;
}

const STATUS_503 = /^(?:http |error )*(?:503)?[ :–-]*service (?:temporarily )?unavailable/iu;

/** Responses with status 200 that are still not a page of the site. Each must be short and needs a second sign. */
function goodPage(answer: Answer): GeneralPage | null {
  const { title, page } = answer;
  if (!page) return answer.signs.has(UNFINISHED_SIGN) ? UNFINISHED : null;
  const login = loginPage(answer);
  if (login) return login;
  if (isConsentPage(answer)) return { page: 'interstitial', what: `a consent page (${new URL(answer.url).host})` };
  if (!answer.small) return null;
  if (SALE_TITLE.test(title) && title.toLowerCase().includes(answer.host.replace(/^www\./u, '')))
    return { page: 'parked', what: `a domain-for-sale page (title “${title}”)` };
  if (EXPIRED_TITLE.test(title) && isWhole(title, EXPIRED_TITLE) && isBare(answer))
    return { page: 'parked', what: `a page about an expired domain (title “${title}”)` };
  const says = (words: RegExp, subject: PageEvidence['text_says'][number]) =>
    words.test(title) &&
    !EXPLAINS.test(title) &&
    (isWhole(title, words) || isBare(answer)) &&
    isConfirmed(answer, words, subject);
  if (says(CHALLENGE_TITLE, 'check')) return { page: 'challenge', what: `a visitor check (title “${title}”)` };
  if (says(ERROR_TITLE, 'error'))
    return { page: 'error', what: `an error page with the status ${answer.status} (title “${title}”)` };
  if (says(BLOCK_TITLE, 'refusal')) return { page: 'blocked', what: `a refusal (title “${title}”)` };
  if (says(MAINTENANCE_TITLE, 'maintenance'))
    return { page: 'maintenance', what: `a placeholder page (title “${title}”)` };
  if (page.text_says.includes('unfinished') && isBare(answer) && page.password_fields === 0) return UNFINISHED;
  const scripts = page.resources.filter(({ kind }) => kind === 'script');
  const links = page.links ?? 0;
  if ((page.text_length ?? 0) < 400 && links <= 1 && page.password_fields + page.text_fields === 0) {
    const captcha = scripts.find(({ url }) => CAPTCHA_SCRIPT.test(url));
    // With its own script it may be an application that has not rendered yet.
    if (captcha && scripts.every(({ url }) => CAPTCHA_SCRIPT.test(url)))
      return { page: 'challenge', what: `only a captcha (${new URL(captcha.url).host})` };
  }
  if (!answer.empty || links > 1 || page.resources.length > 1) return null;
  // Status pages reload themselves too, but not at once.
  if (page.meta_refresh !== null && (page.meta_refresh !== answer.url || (page.meta_refresh_seconds ?? 0) <= 5))
    return { page: 'interstitial', what: 'an empty page with a refresh' };
  return movingScript(answer);
}

const UNFINISHED: GeneralPage = {
  page: 'maintenance',
  what: 'a placeholder page (only a few words, which say that the site is not ready yet or under maintenance)',
};

/** The visitor was sent to `consent.<host>`, which knows where they wanted to go. */
function isConsentPage({ url, host }: Answer): boolean {
  const { hostname, search } = new URL(url);
  return (
    /^(?:consent|cookie-?consent|privacy-?gate)\./u.test(hostname) && hostname !== host && CONSENT_RETURN.test(search)
  );
}

/** A single-page application that has not rendered yet: buckets send it with 404 for every missing file. */
function isUndrawn({ page, empty, title, url }: Answer): boolean {
  if (!page || !empty || title === '') return false;
  const { origin } = new URL(url);
  return page.resources.some((one) => one.kind === 'script' && URL.parse(one.url)?.origin === origin);
}

/** The page has little more than its title. */
function isBare({ page }: Answer): boolean {
  return (page?.text_length ?? 0) < 300 && (page?.links ?? 0) <= 1 && (page?.text_fields ?? 0) === 0;
}

/**
 * A title is only one sign, and real sites have any title ("Access Denied" is a band). The text must be about the same
 * subject, or there must be nothing but the title. A visitor check may also be recognized by its script.
 */
function isConfirmed(answer: Answer, words: RegExp, subject: PageEvidence['text_says'][number]): boolean {
  const { page, title } = answer;
  if (!page) return false;
  if (page.text_says.includes(subject)) return true;
  if (subject === 'error' && /^404\b.*\bnot found\b/iu.test(title) && isBare(answer)) return true;
  if (subject === 'check') {
    const captcha = page.resources.some(({ kind, url }) => kind === 'script' && CAPTCHA_SCRIPT.test(url));
    if (captcha || (answer.empty && (page.meta_refresh !== null || movingScript(answer) !== null))) return true;
  }
  return isTitleOnly(page) && isWhole(title, words);
}

/**
 * Whether a part of the title contains only these words. "404 Media", "Challenge Wanaka" and "Security Check Ltd" are
 * names: a capital letter or another word in the remainder shows that.
 */
function isWhole(title: string, words: RegExp): boolean {
  return title.split(TITLE_PARTS).some((part) => {
    const found = words.exec(part);
    if (found === null) return false;
    const rest = part.replace(found[0], ' ').replaceAll(TITLE_FILLER, ' ');
    return !/\p{Lu}|[a-z]{4}/u.test(rest);
  });
}

/** "403 Forbidden: what it means and how to fix it" is an article about errors, in a manual or a blog. */
const EXPLAINS =
  /(?<!\p{L})(?:how to|what (?:is|it|they|does)|why|means?|meaning|to fix|explained|guide|wie man|warum|bedeutet|comment|pourquoi|signifie|cómo|por qué|significa)(?!\p{L})/iu;

/** A few lines of script without visible content. */
function movingScript(answer: Answer): GeneralPage | null {
  const { page, signs } = answer;
  if (!page || page.inline_scripts + page.inline_handlers === 0) return null;
  // A field to fill in is something to do, however few the words.
  if (page.text_fields + page.password_fields > 0 || page.resources.some(({ kind }) => kind === 'script')) return null;
  const moves = SCRIPT_SIGNS.some((sign) => sign.includes('location') && signs.has(sign));
  if (!moves) return null;
  return signs.has('document.cookie')
    ? { page: 'challenge', what: 'an empty page whose script sets a cookie and reloads' }
    : { page: 'interstitial', what: 'an empty page whose script redirects' };
}

/**
 * The start page redirects to a page that asks for a password. If the sign-in page was scanned itself, that is the
 * intended page.
 */
function loginPage(answer: Answer): GeneralPage | null {
  const { page, title } = answer;
  if (!page || answer.ledTo.length === 0) return null;
  // A sign-in by mail asks for no password, and an application's form appears only once its scripts have run.
  const asks = page.password_fields > 0 || answer.empty || (page.text_fields > 0 && page.text_fields <= 2);
  if (!asks) return null;
  const asked = new URL(answer.asked);
  const led = new URL(answer.url);
  if (LOGIN_PATH.test(asked.pathname) || asked.pathname === led.pathname) return null;
  // Not every title says so ("Outlook"), but the form does.
  const isForm = page.password_fields > 0 || (answer.small && LOGIN_TITLE.test(title));
  if (!LOGIN_PATH.test(led.pathname) || !isForm) return null;
  return { page: 'login', what: `a sign-in page (${led.pathname}, title “${title}”)` };
}
