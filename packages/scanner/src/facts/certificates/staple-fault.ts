import type { Staple } from '../../evidence/tls.ts';

const DAY_MS = 86_400_000;
/** Baseline Requirements §4.9.10, and what mozilla::pkix takes at most. */
const LONGEST_DAYS = 10;

const FAULTS: Record<Exclude<Staple['fault'], null>, string> = {
  unreadable: 'the stapled bytes are no successful OCSP response',
  other_certificate: 'the staple speaks of another certificate',
  not_understood: 'the staple has a critical extension, which no client understands',
  responder_out_of_date: 'the staple is signed by a responder whose own certificate is out of its dates',
  bad_signature: 'the staple is not signed by the issuer of the certificate or on its behalf',
  issuer_unknown: 'the issuer is not known, so the signature of the staple cannot be checked',
};

/** Why the staple does not show that the certificate is good at the time of the scan. */
export function stapleFault(staple: Staple, now: number): string | null {
  if (staple.fault !== null) return FAULTS[staple.fault];
  if (staple.status === 'unknown') return 'the authority says that it does not know the certificate';
  if (staple.next_update !== null && now > Date.parse(staple.next_update))
    return `out of date since ${staple.next_update}`;
  const age = staple.this_update === null ? 0 : now - Date.parse(staple.this_update);
  if (age > LONGEST_DAYS * DAY_MS)
    return `made on ${staple.this_update ?? ''}, and browsers believe none for longer than ${LONGEST_DAYS} days`;
  // Five minutes for clocks that differ.
  if (staple.this_update !== null && now + 300_000 < Date.parse(staple.this_update))
    return `dated in the future: ${staple.this_update}`;
  return null;
}
