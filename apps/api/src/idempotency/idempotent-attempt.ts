import type { FastifyReply } from 'fastify';
import type { Db, Tx } from '@palisade/db/client';
import {
  commitAnswer,
  completeAnswer,
  prepareAnswer,
  releaseRequest,
  renewRequest,
  type Attempt,
} from '@palisade/db/idempotent-requests';
import { QueueUnavailable } from '../errors.ts';
import { seal } from './sealed.ts';

/** Short, and renewed while the attempt runs, so that the key is soon free after a crash. */
export const LEASE_MS = 20_000;
const RENEW_MS = 5_000;

/** Headers that describe the response: its type, file name, the scans left. Not those of a single transfer. */
const KEPT_HEADERS = /^(?:content-type|content-disposition|location|ratelimit|ratelimit-policy|x-(?!request-id))/;

interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
}

/** One request with an Idempotency-Key, while it is being processed. */
export interface IdempotentAttempt {
  /** Stores the response that is about to be charged for. */
  prepare(answer: Answer): Promise<void>;
  /**
   * Marks the stored response as the one to repeat, in the transaction that charges.
   * @throws QueueUnavailable when another attempt has taken over: nothing is charged
   */
  commit(tx: Tx): Promise<void>;
  /** Called with the response that is sent: stores it, or frees the key. */
  finish(reply: FastifyReply, body: unknown): Promise<void>;
}

export function createAttempt(deps: { db: Db; appSecret: string }, attempt: Attempt): IdempotentAttempt {
  const { db, appSecret } = deps;
  let state: 'running' | 'committed' | 'over' = 'running';
  const timer = setInterval(() => void renewRequest(db, attempt, LEASE_MS).catch(() => false), RENEW_MS);
  timer.unref();

  const sealHeaders = (headers: Answer['headers']) => seal(JSON.stringify(headers), attempt.id, appSecret);
  const sealAnswer = async ({ headers, body }: Pick<Answer, 'headers' | 'body'>) => ({
    headers: await sealHeaders(headers),
    body: await seal(body, attempt.id, appSecret),
  });
  const requireHeld = (held: boolean): void => {
    if (!held) throw new QueueUnavailable('the request took too long, so nothing was charged: try again', 1);
  };

  return {
    async prepare({ status, ...answer }) {
      requireHeld(await prepareAnswer(db, attempt, { status, sealed: await sealAnswer(answer) }));
    },
    async commit(tx) {
      requireHeld(await commitAnswer(tx, attempt));
      state = 'committed';
    },
    async finish(reply, body) {
      clearInterval(timer);
      if (state === 'over') return;
      const before = state;
      state = 'over';
      const headers = keptHeaders(reply);
      if (reply.statusCode !== 200 || !(typeof body === 'string' || Buffer.isBuffer(body))) {
        // Also after a charge whose outcome is unknown: if it did happen, the row records it and stays.
        await releaseRequest(db, attempt);
      } else if (before === 'committed') {
        await completeAnswer(db, attempt, { headers: await sealHeaders(headers) });
      } else {
        const sealed = await sealAnswer({ headers, body });
        if (await prepareAnswer(db, attempt, { status: 200, sealed })) await commitAnswer(db, attempt);
      }
    },
  };
}

function keptHeaders(reply: FastifyReply): Record<string, string> {
  const kept = Object.entries(reply.getHeaders()).filter(([name]) => KEPT_HEADERS.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
