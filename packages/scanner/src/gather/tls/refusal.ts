import type { HelloAnswer } from './hello-probe.ts';

/** access_denied, decode_error, unrecognized_name: said about the client, the hello or the name, not about what was offered. */
const NOT_A_REFUSAL = new Set([49, 50, 112]);

/** The server wants none of what it was offered. Silence and resets say nothing. */
export function refused(answer: HelloAnswer | null): boolean {
  if (answer?.kind === 'alert') return !NOT_A_REFUSAL.has(answer.alert);
  return answer?.kind === 'closed';
}
