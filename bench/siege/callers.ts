import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '../../test/stack.ts';

const ASKED_AGAIN_FOR_MS = 60_000;
/** SCAN_TIMEOUT_MS and five seconds: no request lasts longer. */
const LONGEST_MS = 20_000;
/** The delay that a busy machine may add until the answer is processed here. */
const SLACK_MS = 2_000;
/** A connection that was open when the API was killed may be used once more. */
const API_BACK_MS = 2_000;
const OWN_WORDS = 20;

export interface Tally {
  answers: Record<string, number>;
  served: number;
  servedAfterAskingAgain: number;
  notServed: number;
  late: number;
  /** Answers without a report to honest callers, by the part that was killed last. */
  refusedAfter: Record<string, number>;
  /** Undocumented answers, the first of them in full. */
  undocumented: string[];
}

/** Callers who treat every answer as documented, and retry when the answer says so. */
export function createCallers(stack: Stack, lastKill: () => { part: string; apiAt: number }) {
  const tally: Tally = {
    answers: {},
    served: 0,
    servedAfterAskingAgain: 0,
    notServed: 0,
    late: 0,
    refusedAfter: {},
    undocumented: [],
  };
  let apiBackAt = 0;
  const odd = (text: string) => void (tally.undocumented.length < OWN_WORDS && tally.undocumented.push(text));

  async function ask(
    kind: 'honest' | 'hostile' | 'pdf',
    route: string,
    body: object,
    headers?: Record<string, string>,
  ) {
    const [started, { part }] = [performance.now(), lastKill()];
    const answer = await stack.post(route, body, headers).catch(() => null);
    const bytes = await answer?.arrayBuffer().catch(() => null);
    const status = answer && bytes ? answer.status : 0;
    const tookMs = performance.now() - started;
    tally.answers[`${kind} ${status}`] = (tally.answers[`${kind} ${status}`] ?? 0) + 1;
    if (tookMs > LONGEST_MS + SLACK_MS && kind !== 'pdf') tally.late += 1;
    if (kind === 'honest' && status !== 200) {
      const after = `${status} after ${part}`;
      tally.refusedAfter[after] = (tally.refusedAfter[after] ?? 0) + 1;
    }
    const said = `${kind} ${status} ${JSON.stringify(body)}: ${Buffer.from(bytes ?? new ArrayBuffer(0)).toString('latin1', 0, 300)}`;
    // Recovery time depends on the machine: the service has recovered once it answers a request sent after the kill.
    if (status !== 0 && started > lastKill().apiAt && apiBackAt < lastKill().apiAt) apiBackAt = performance.now();
    if (status === 0) {
      if (apiBackAt > lastKill().apiAt && started > apiBackAt + API_BACK_MS)
        odd(`${said} (no answer, and the API was not killed)`);
    } else if (!documented(kind, status, answer, Buffer.from(bytes ?? new ArrayBuffer(0)))) odd(said);
    return status;
  }

  return {
    tally,
    async honest(url: string): Promise<void> {
      const until = performance.now() + ASKED_AGAIN_FOR_MS;
      for (let asked = 1; ; asked += 1) {
        if ((await ask('honest', '/api/scan', { url })) === 200) {
          if (asked === 1) tally.served += 1;
          else tally.servedAfterAskingAgain += 1;
          return;
        }
        if (performance.now() > until) break;
        await sleep(500);
      }
      tally.notServed += 1;
      odd(`${url}: not served in a minute`);
    },
    hostile: (url: string) => ask('hostile', '/api/scan', { url }),
    document: (url: string, key: string) => ask('pdf', '/api/report/pdf', { url }, { 'x-api-key': key }),
  };
}

function documented(kind: string, status: number, answer: Response | null, bytes: Buffer): boolean {
  if (kind === 'pdf' && status === 200) return bytes.subarray(0, 5).toString() === '%PDF-';
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(bytes.toString()) as Record<string, unknown>;
  } catch {
    return false;
  }
  if (status === 200) return typeof body['score'] === 'number' && typeof body['grade'] === 'string';
  if (typeof body['error'] !== 'string' || Object.keys(body).length !== 1) return false;
  if (status === 503) return answer?.headers.get('retry-after') !== null;
  return status === 502 || (status === 400 && kind === 'hostile') || (status === 429 && kind === 'pdf');
}
