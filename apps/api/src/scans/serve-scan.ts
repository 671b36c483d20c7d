import { LeaseLost } from '@palisade/access/errors';
import type { Tx } from '@palisade/db/client';
import type { FurtherPages } from '@palisade/db/further-pages';
import type { ScanReport } from '@palisade/report/report';
import { furtherPages } from '@palisade/scanner/parse/further-pages';
import { QueueUnavailable } from '../errors.ts';
import type { CreditSource } from './credit-source.ts';
import { NotReady } from './readiness.ts';
import type { Caller, ScanLine, ScanRequest } from './scan-line.ts';

interface ScanCall extends ScanRequest {
  url: string;
  /** For the browser, besides the page of the URL. */
  pages?: FurtherPages | undefined;
}

interface ScanSteps<T> {
  /** Who calls, and what pays. A caller that needs a key or token has shown a valid one when this resolves: until then it has no place in the line. */
  authorise(): Promise<{ caller: Caller; credit: CreditSource }>;
  /** Makes the answer of the report. What fails here is not charged. */
  present(report: ScanReport): T | Promise<T>;
  /** Done in the transaction that consumes the unit, or not at all. */
  alongside?: ((tx: Tx) => Promise<void>) | undefined;
}

export type ServeScan = <T>(call: ScanCall, steps: ScanSteps<T>) => Promise<T>;

/**
 * The one way to a scan: authorise, admit, charge, scan, present, settle. Whatever fails on the way
 * costs the caller nothing, and so does an answer that no one waits for any more. The unit is
 * consumed *before* the answer is handed over, so that no number of interrupted transfers makes one
 * unit buy two reports: the point of no return is the first byte of the answer.
 *
 * @throws what `authorise` and `present` throw; TargetRefused, NetworkFault, QueueUnavailable,
 *   ScanCancelled; QuotaExhausted; LeaseLost when the work outlived its lease
 */
export function createServeScan(deps: { line: Pick<ScanLine, 'target' | 'enter'> }): ServeScan {
  /** Charges under way, by client. */
  const charging = new Map<string, Set<Promise<unknown>>>();

  /** Before 503 for too much work or a queue that rests: a caller whose quota is used up gets 429 whatever the load. */
  const checkCredit = async (client: string, credit: CreditSource): Promise<void> => {
    // Those of the same client that were admitted take what is left: their charges count.
    await Promise.allSettled(charging.get(client) ?? new Set<Promise<unknown>>());
    await credit.check();
  };

  return async (call, steps) => {
    const target = deps.line.target(call.url);
    const pages = typeof call.pages === 'object' ? furtherPages(target, call.pages) : call.pages;
    const { caller, credit } = await steps.authorise();
    const ticket = deps.line.enter(caller, target, pages);
    let settled = true;
    let release = async (): Promise<unknown> => undefined;
    try {
      try {
        await ticket.admit();
      } catch (refusal) {
        if (refusal instanceof QueueUnavailable && (refusal.cause === undefined || refusal.cause instanceof NotReady))
          await checkCredit(caller.client, credit);
        throw refusal;
      }
      const taken = ticket.acquire().then(() => credit.take());
      const held = await noted(charging, caller.client, taken);
      release = () => credit.release(held);
      settled = false;
      const report = await ticket.scan(call);
      const answer = await steps.present(report);
      call.signal.throwIfAborted();
      settled = await credit.consume(held, report, steps.alongside);
      if (settled) return answer;
      throw new LeaseLost('the request took too long to be charged, so nothing was charged: try again');
    } finally {
      // When even this fails (the database is away), the sweeper does it at the end of the lease.
      if (!settled) await release().catch(() => undefined);
      ticket.leave();
    }
  };
}

async function noted<T>(all: Map<string, Set<Promise<unknown>>>, client: string, work: Promise<T>): Promise<T> {
  const own = all.get(client) ?? new Set();
  all.set(client, own.add(work));
  try {
    return await work;
  } finally {
    own.delete(work);
    if (own.size === 0) all.delete(client);
  }
}
