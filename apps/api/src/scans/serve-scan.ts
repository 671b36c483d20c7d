import { LeaseLost } from '@palisade/access/errors';
import type { Tx } from '@palisade/db/client';
import type { FurtherPages } from '@palisade/db/further-pages';
import type { ScanReport } from '@palisade/report/report';
import { TargetRefused } from '@palisade/scanner/errors';
import { furtherPages } from '@palisade/scanner/parse/further-pages';
import { QueueUnavailable } from '../errors.ts';
import type { CreditSource } from './credit-source.ts';
import { NotReady } from './readiness.ts';
import type { Caller, AdmissionQueue, ScanRequest } from './admission-queue.ts';

interface ScanCall extends ScanRequest {
  url: string;
  /** Further pages for the browser. */
  pages?: FurtherPages | undefined;
}

interface ScanSteps<T> {
  /**
   * Identifies the caller and what pays. If a key or token is required, this resolves only for a valid one: until then
   * the caller has no place in the queue. `orderedPages` were given with the payment, and count if the call names none.
   */
  authorize(): Promise<{ caller: Caller; credit: CreditSource; orderedPages?: FurtherPages | undefined }>;
  /** Creates the response from the report. If this fails, nothing is charged. */
  present(report: ScanReport): T | Promise<T>;
  /** Runs in the transaction that consumes the unit. */
  alongside?: ((tx: Tx) => Promise<void>) | undefined;
}

export type ServeScan = <T>(call: ScanCall, steps: ScanSteps<T>) => Promise<T>;

/**
 * The only path to a scan: authorize, admit, charge, scan, present, settle. A failure at any step costs the caller
 * nothing, and so does a response that no one waits for any more. The unit is consumed *before* the response is sent,
 * so that interrupted transfers can never make one unit buy two reports: the point of no return is the first byte of
 * the response.
 *
 * @throws what `authorize` and `present` throw; TargetRefused, NetworkFault, QueueUnavailable,
 *   ScanCancelled; QuotaExhausted; LeaseLost if the work took longer than its lease
 */
export function createServeScan(deps: { line: Pick<AdmissionQueue, 'target' | 'enter'> }): ServeScan {
  /** Charges in progress, by client. */
  const charging = new Map<string, Set<Promise<unknown>>>();

  /** Called before a 503 for overload or a paused queue: a caller whose quota is used up gets 429 under any load. */
  const checkCredit = async (client: string, credit: CreditSource): Promise<void> => {
    // Admitted requests of the same client may take what is left, so their charges count.
    await Promise.allSettled(charging.get(client) ?? new Set<Promise<unknown>>());
    await credit.check();
  };

  return async (call, steps) => {
    // Before authorization, which may wait for a payment provider.
    const arrivedAt = performance.now();
    const target = deps.line.target(call.url);
    const named = typeof call.pages === 'object' ? furtherPages(target, call.pages) : call.pages;
    const { caller, credit, orderedPages } = await steps.authorize();
    const pages = named ?? pagesOfSite(target, orderedPages);
    const ticket = deps.line.enter(caller, target, { arrivedAt, pages });
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
      const held = await tracked(charging, caller.client, taken);
      release = () => credit.release(held);
      settled = false;
      const report = await ticket.scan(call);
      const answer = await steps.present(report);
      call.signal.throwIfAborted();
      settled = await credit.consume(held, report, steps.alongside);
      if (settled) return answer;
      throw new LeaseLost('the request took too long to be charged, so nothing was charged: try again');
    } finally {
      // If even this fails (the database is down), the sweeper does it at the end of the lease.
      if (!settled) await release().catch(() => undefined);
      ticket.leave();
    }
  };
}

/** A token can be used for another site than the one it was bought for. The ordered pages are then none of that site. */
function pagesOfSite(target: string, ordered: FurtherPages | undefined): FurtherPages | undefined {
  if (typeof ordered !== 'object') return ordered;
  try {
    return furtherPages(target, ordered);
  } catch (error) {
    if (error instanceof TargetRefused) return undefined;
    throw error;
  }
}

async function tracked<T>(all: Map<string, Set<Promise<unknown>>>, client: string, work: Promise<T>): Promise<T> {
  const own = all.get(client) ?? new Set();
  all.set(client, own.add(work));
  try {
    return await work;
  } finally {
    own.delete(work);
    if (own.size === 0) all.delete(client);
  }
}
