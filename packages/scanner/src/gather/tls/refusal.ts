import type { HelloAnswer } from './hello-probe.ts';

/**
 * bad_record_mac and what else is said of records, decompression, certificates and keys that no hello brings; access_denied, decode_error, unrecognized_name: said about the client, the hello or the name, not about what was offered.
 * inappropriate_fallback and user_canceled answer something that was not said,
 * and unsupported_extension to no_application_protocol speak of extensions.
 */
const NOT_A_REFUSAL = new Set([
  20, 21, 22, 30, 41, 42, 43, 44, 45, 46, 48, 49, 50, 51, 86, 90, 100, 110, 111, 112, 113, 114, 115, 116, 120,
]);
/** handshake_failure, illegal_parameter, insufficient_security: what is said where no group suits. */
const OF_GROUPS = new Set([40, 47, 71]);

/** The server wants none of what it was offered. Silence and resets say nothing. */
export function refused(answer: HelloAnswer | null): boolean {
  if (answer?.kind === 'alert') return !NOT_A_REFUSAL.has(answer.alert);
  return answer?.kind === 'closed';
}

/** How it was refused; null for what is no refusal. */
export function wayOf(answer: HelloAnswer | null): string | null {
  if (!answer || !refused(answer)) return null;
  return answer.kind === 'alert' ? `alert ${answer.alert}` : answer.kind;
}

/** None of the groups that were offered is wanted. */
export function refusedGroups(answer: HelloAnswer): boolean {
  return answer.kind === 'closed' || (answer.kind === 'alert' && OF_GROUPS.has(answer.alert));
}
