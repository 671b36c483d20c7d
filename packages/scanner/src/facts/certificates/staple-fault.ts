import type { Certificate, Staple } from '../../evidence/tls.ts';

const DAY_MS = 86_400_000;
const SKEW_MS = 5 * 60_000;
/** Baseline Requirements §4.9.10, and what mozilla::pkix takes at most. */
const LONGEST_DAYS = 10;
/** mozilla::pkix takes an answer without an end for one day, and allows one more for clocks that differ. */
const LONGEST_WITHOUT_END_DAYS = 2;

/** What is wrong with an OCSP response, as the end of a sentence about it. */
const FAULTS: Record<Exclude<Staple['fault'], null>, string> = {
  unreadable: 'is not an OCSP response',
  error_response: 'is an error message of the responder instead of a status',
  other_certificate: 'is for another certificate',
  not_understood: 'has a critical extension that clients do not support',
  misread: 'is in a form that Firefox does not read',
  wrong_signature: 'has a signature that the key of the signer it names did not make',
  misspelled_signer:
    'has the name of its signer with different letter case, spaces or string types than the signer’s certificate',
  other_unreadable: 'has a part about another certificate that cannot be read',
  responder_out_of_date: 'is signed by a responder whose certificate is outside its validity period',
  responder_refused: 'is signed by a responder whose certificate is not valid',
  weak_signature: 'is signed with a hash that can be forged',
  bad_signature: 'is not signed by the certificate’s issuer or on its behalf',
  issuer_unknown: 'cannot be checked, because the issuer of the certificate is unknown',
};

/** Why an OCSP response proves nothing, as the end of a sentence about it; null: it is rightly signed and about the leaf. */
export function responseFault({ fault, detail }: Staple): string | null {
  if (fault === null) return null;
  return FAULTS[fault] + (detail === undefined ? '' : ` (${detail})`);
}

/** Why the staple does not show that the certificate is good at the time of the scan. */
export function stapleFault(staple: Staple, now: number): string | null {
  const fault = responseFault(staple);
  if (fault !== null) return `the staple ${fault}`;
  if (staple.status === 'unknown') return 'the authority does not know the certificate';
  return dateFault(staple, now);
}

type Dates = Pick<Staple, 'this_update' | 'next_update'>;

/** Why an OCSP response does not count at the time of the scan, as the end of a sentence about it. */
export function dateFault(response: Dates, now: number): string | null {
  const { this_update: from, next_update: to } = response;
  if (to !== null && now > Date.parse(to)) return `out of date since ${to}`;
  const age = from === null ? 0 : now - Date.parse(from);
  const [longest, which] = to === null ? [LONGEST_WITHOUT_END_DAYS, ' without an end date'] : [LONGEST_DAYS, ''];
  if (age > longest * DAY_MS)
    return `dated ${from ?? ''}; browsers accept a response${which} for at most ${longest} days`;
  return from !== null && isEarly(Date.parse(from), now) ? `dated in the future: ${from}` : null;
}

/** Dated in the future, by more than clocks differ. */
export function isEarly(from: number, now: number): boolean {
  return from > now + SKEW_MS;
}

/** Without a statement of the responder itself, which Firefox then queries. */
const UNLESS_ASKED: ReadonlySet<Staple['fault']> = new Set([
  'bad_signature',
  'misspelled_signer',
  'responder_out_of_date',
  'responder_refused',
]);

/**
 * Whether Firefox refuses the connection because of this staple, must-staple or not: `certain`, or `unless_asked`, which is
 * unless the responder that the certificate names says that it is good. Chromium passes over such staples.
 * Tried with Firefox 153; that it asks after `tryLater` and about signers is by its source (NSSCertDBTrustDomain.cpp).
 */
export function stapleRefusal(
  staple: Staple,
  { ocsp_urls: responders }: Pick<Certificate, 'ocsp_urls'>,
  now: number,
): 'certain' | 'unless_asked' | null {
  const unlessAsked = responders.length > 0 ? 'unless_asked' : 'certain';
  const { fault, status, detail } = staple;
  // `wrong_signature` is ERROR_OCSP_BAD_SIGNATURE, after which Firefox asks no one.
  // Firefox does not read what is said of other certificates.
  if (fault === 'issuer_unknown' || fault === 'other_unreadable') return null;
  // Of the hashes that can be forged, Firefox reads SHA-1 alone.
  if (fault === 'weak_signature') return detail === 'SHA-1' ? null : 'certain';
  if (fault === 'error_response') return detail === 'tryLater' ? unlessAsked : 'certain';
  if (fault !== null) return UNLESS_ASKED.has(fault) ? unlessAsked : 'certain';
  if (status !== 'good') return status === 'unknown' ? 'certain' : null;
  // It allows a day for clocks that differ.
  return [-DAY_MS, 0, DAY_MS].every((shift) => stapleFault(staple, now + shift) !== null) ? unlessAsked : null;
}
