import type { Seen, SeenPage } from '@palisade/report/seen';
import type { HttpEvidence } from '../../evidence/http.ts';
import type { PageEvidence } from '../../evidence/page.ts';
import { answerOf } from './answer.ts';
import { generalPage } from './general-page.ts';
import { knownPage } from './known-page.ts';

/**
 * Whether the response is a page of the site, of a gatekeeper or of a platform. A false positive is worse than a miss:
 * it withholds a grade from a site that earned it.
 */
export function whatWasSeen(
  host: string,
  http: HttpEvidence,
  page: PageEvidence | undefined,
  nameServers: readonly string[] = [],
): Seen {
  const answer = answerOf(host, http, page, nameServers);
  const known = answer.end === 'answered' ? knownPage(answer) : null;
  if (known) {
    const reason = `The URL returned ${KIND[known.page]} from ${known.by}, not the site (detected by ${list(known.signs)}).`;
    return { page: known.page, reason: `${reason}${wayPast(known.page)}` };
  }
  const general = generalPage(answer);
  if (!general) return { page: 'site', reason: null };
  const signIn = general.page === 'login' && answer.good ? ' To grade the sign-in page, scan its own URL.' : '';
  const hint = `${signIn}${answer.status === 451 ? BY_PLACE : wayPast(general.page)}`;
  return { page: general.page, reason: `The URL returned ${general.what}, not the site.${hint}` };
}

/** RFC 7725: such refusals mostly depend on the country that a request comes from, not on its sender. */
const BY_PLACE = ' It may depend on the scanner’s location: scan it from a country that the site serves.';

/** What the owner can do about it: the scanner never tries to bypass a gate. */
function wayPast(page: SeenPage): string {
  return page === 'challenge' || page === 'blocked'
    ? ' If this is your site, allow the scanner by its User-Agent or by a header that you choose: palisade scan --header.'
    : '';
}

const KIND: Record<Exclude<SeenPage, 'site'>, string> = {
  challenge: 'a visitor check',
  blocked: 'a refusal',
  login: 'a sign-in page',
  error: 'an error page',
  parked: 'a placeholder page',
  maintenance: 'a maintenance page',
  interstitial: 'an intermediate page',
};

function list(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
