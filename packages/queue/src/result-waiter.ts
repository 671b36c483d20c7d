import type { Broadcast } from './broadcast.ts';

/** The wait ended before the result was there. */
export class WaitTimeout extends Error {
  override readonly name = 'WaitTimeout';
}
export class WaitAborted extends Error {
  override readonly name = 'WaitAborted';
}
/** There will be no result: it could not be stored. */
export class ResultLost extends Error {
  override readonly name = 'ResultLost';
}

export interface ResultWaiterOptions<R> {
  broadcast: Broadcast;
  /** Messages on it are ids of finished items. */
  topic: string;
  /** Messages on it are ids of items whose result could not be stored: waiting is useless. */
  lostTopic?: string;
  /** Reads the results of the finished ids, in one query. */
  load(ids: readonly string[]): Promise<ReadonlyMap<string, R>>;
  /** How often a sweep looks for results that the broadcast missed. */
  sweepMs?: number;
  onError: (error: Error) => void;
}

export interface ResultWaiter<R> {
  /** Call before the job is enqueued, so that no message can be missed. Rejects with WaitTimeout, WaitAborted or ResultLost. */
  wait(id: string, options: { timeoutMs: number; signal?: AbortSignal }): Promise<R>;
  /** Results that only the sweep found: near 0 unless the broadcast is broken. */
  readonly rescued: number;
  readonly pending: number;
  close(): void;
}

interface Pending<R> {
  resolve(result: R): void;
  reject(error: Error): void;
}

/**
 * Reliable waiting for a result: a broadcast wakes the waiter, the stored row is what
 * it gets, and one batched query per interval finds whatever the broadcast lost.
 */
export async function createResultWaiter<R>(options: ResultWaiterOptions<R>): Promise<ResultWaiter<R>> {
  const pending = new Map<string, Set<Pending<R>>>();
  const announced = new Set<string>();
  let loading = false;
  let rescued = 0;
  let closed = false;

  const deliver = async (ids: readonly string[], by: 'broadcast' | 'sweep'): Promise<void> => {
    const results = await options.load(ids);
    for (const [id, result] of results) {
      const waiters = pending.get(id);
      if (waiters && by === 'sweep') rescued += 1;
      pending.delete(id);
      for (const waiter of waiters ?? []) waiter.resolve(result);
    }
  };

  // Messages that arrive during a read are handled together by the next one.
  const drain = async (): Promise<void> => {
    if (loading) return;
    loading = true;
    try {
      while (announced.size > 0) {
        const ids = [...announced];
        announced.clear();
        await deliver(ids, 'broadcast');
      }
    } catch (error) {
      options.onError(error as Error);
    } finally {
      loading = false;
    }
  };

  await options.broadcast.subscribe(options.topic, (id) => {
    if (!pending.has(id)) return;
    announced.add(id);
    void drain();
  });

  const lose = async (id: string): Promise<void> => {
    // It may have been stored after all, without the worker getting a confirmation.
    await deliver([id], 'broadcast').catch((error: unknown) => options.onError(error as Error));
    for (const waiter of pending.get(id) ?? []) waiter.reject(new ResultLost('the result could not be stored'));
  };
  if (options.lostTopic !== undefined)
    await options.broadcast.subscribe(options.lostTopic, (id) => void (pending.has(id) && lose(id)));

  const sweep = async (): Promise<void> => {
    if (pending.size === 0) return;
    try {
      await deliver([...pending.keys()], 'sweep');
    } catch (error) {
      options.onError(error as Error);
    }
  };
  options.broadcast.onReconnect(() => void sweep());
  let timer: NodeJS.Timeout;
  const loop = async (): Promise<void> => {
    await sweep();
    if (!closed) timer = setTimeout(() => void loop(), options.sweepMs ?? 1000);
  };
  timer = setTimeout(() => void loop(), options.sweepMs ?? 1000);

  return {
    wait(id, { timeoutMs, signal }) {
      return new Promise<R>((resolve, reject) => {
        const settle = () => {
          clearTimeout(timeout);
          signal?.removeEventListener('abort', onAbort);
        };
        const waiter: Pending<R> = {
          resolve: (result) => {
            settle();
            resolve(result);
          },
          reject: (error) => {
            settle();
            const waiters = pending.get(id);
            waiters?.delete(waiter);
            if (waiters?.size === 0) pending.delete(id);
            reject(error);
          },
        };
        const timeout = setTimeout(() => waiter.reject(new WaitTimeout(`no result within ${timeoutMs} ms`)), timeoutMs);
        const onAbort = () => waiter.reject(new WaitAborted('the caller no longer waits'));
        if (signal?.aborted) {
          onAbort();
          return;
        }
        signal?.addEventListener('abort', onAbort, { once: true });
        const waiters = pending.get(id) ?? new Set();
        waiters.add(waiter);
        pending.set(id, waiters);
      });
    },
    get rescued() {
      return rescued;
    },
    get pending() {
      return pending.size;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      for (const waiters of pending.values())
        for (const waiter of waiters) waiter.reject(new WaitAborted('shutting down'));
    },
  };
}
