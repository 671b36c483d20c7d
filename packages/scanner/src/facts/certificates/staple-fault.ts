import type { Staple } from '../../evidence/tls.ts';

const DAY_MS = 86_400_000;
/** Baseline Requirements §4.9.10, and what mozilla::pkix takes at most. */
const LONGEST_DAYS = 10;

const FAULTS: Record<Exclude<Staple['fault'], null>, string> = {
  unreadable: 'the stapled data is not a successful OCSP response',
  other_certificate: 'the staple is for another certificate',
  not_understood: 'the staple has a critical extension that clients do not support',
  responder_out_of_date: 'the responder that signed the staple has a certificate outside its validity period',
  bad_signature: 'the staple is not signed by the certificate’s issuer or on its behalf',
  issuer_unknown: 'the issuer is unknown, so the signature of the staple cannot be checked',
};

/** Why the staple does not show that the certificate is good at the time of the scan. */
export function stapleFault(staple: Staple, now: number): string | null {
  if (staple.fault !== null) return FAULTS[staple.fault];
  if (staple.status === 'unknown') return 'the authority does not know the certificate';
  if (staple.next_update !== null && now > Date.parse(staple.next_update))
    return `out of date since ${staple.next_update}`;
  const age = staple.this_update === null ? 0 : now - Date.parse(staple.this_update);
  if (age > LONGEST_DAYS * DAY_MS)
    return `created on ${staple.this_update ?? ''}; browsers accept a staple for at most ${LONGEST_DAYS} days`;
  // Five minutes for clocks that differ.
  if (staple.this_update !== null && now + 300_000 < Date.parse(staple.this_update))
    return `dated in the future: ${staple.this_update}`;
  return null;
}
