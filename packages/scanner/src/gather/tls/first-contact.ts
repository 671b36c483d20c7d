import type { ClientHello } from '../../parse/tls/client-hello.ts';
import type { HelloAnswer } from './hello-probe.ts';
import type { Prober } from './prober.ts';

/** Probes of a server that answers without TLS before this is concluded: a proxy may be starting. */
const MOST_IN_CLEAR = 3;

/**
 * One probe at a time, if none of the first ones got a TLS answer: the server may accept only one connection.
 * Null if that would change nothing.
 */
export async function askAlone(
  prober: Prober,
  hello: ClientHello,
  answers: readonly HelloAnswer[],
): Promise<HelloAnswer | null> {
  if (!answers.some((one) => isInClear(one) || mayBeTooMany(one))) return null;
  await prober.backOff();
  let answer = await prober.ask(hello);
  for (let times = 1; isInClear(answer) && times < MOST_IN_CLEAR; times++) answer = await prober.ask(hello);
  return answer;
}

function isInClear({ kind }: HelloAnswer): boolean {
  return kind === 'not_tls';
}

function mayBeTooMany({ kind }: HelloAnswer): boolean {
  return kind === 'reset' || kind === 'closed' || kind === 'refused';
}

export function speaksTls(answer: HelloAnswer): boolean {
  return answer.kind === 'hello' || answer.kind === 'alert';
}
