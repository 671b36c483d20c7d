import type { TypedQueue } from './backend.ts';

/** A queue that does not say within this time is away: what is added to it fails by itself, and says so. */
const SAYS_WITHIN_MS = 1_000;

/** Whether an operator has paused the queue: what is at work ends, and nothing else begins. */
export async function isPaused({ raw }: { raw: Pick<TypedQueue<unknown>['raw'], 'isPaused'> }): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), SAYS_WITHIN_MS);
  const said = raw.isPaused().catch(() => false);
  return Promise.race([said, late]).finally(() => clearTimeout(timer));
}
