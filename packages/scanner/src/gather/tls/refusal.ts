import type { HelloAnswer } from './hello-probe.ts';

/**
 * bad_record_mac and the other alerts about records, decompression, certificates and keys, which no hello contains. access_denied,
 * decode_error and unrecognized_name are about the client, the hello or the name, not about what was offered.
 * inappropriate_fallback and user_canceled answer something that was not sent,
 * and unsupported_extension to no_application_protocol are about extensions.
 */
const NOT_A_REFUSAL = new Set([
  20, 21, 22, 30, 41, 42, 43, 44, 45, 46, 48, 49, 50, 51, 86, 90, 100, 110, 111, 112, 113, 114, 115, 116, 120,
]);
/** handshake_failure, illegal_parameter, insufficient_security: the alerts if no group is acceptable. */
const OF_GROUPS = new Set([40, 47, 71]);

/** The server refuses everything that was offered. Silence and resets prove nothing. */
export function refused(answer: HelloAnswer | null): boolean {
  if (answer?.kind === 'alert') return !NOT_A_REFUSAL.has(answer.alert);
  return answer?.kind === 'closed';
}

/** How it was refused; null if it was not. */
export function wayOf(answer: HelloAnswer | null): string | null {
  if (!answer || !refused(answer)) return null;
  return answer.kind === 'alert' ? `alert ${answer.alert}` : answer.kind;
}

/** None of the offered groups is acceptable. */
export function refusedGroups(answer: HelloAnswer): boolean {
  return answer.kind === 'closed' || (answer.kind === 'alert' && OF_GROUPS.has(answer.alert));
}
