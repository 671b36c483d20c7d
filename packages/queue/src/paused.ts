import type { TypedQueue } from './backend.ts';

/** A queue that does not answer within this time counts as unavailable: adding to it fails by itself, with an error. */
const SAYS_WITHIN_MS = 1_000;

/** Whether an operator has paused the queue: running jobs finish, and no other starts. */
export async function isPaused({ raw }: { raw: Pick<TypedQueue<unknown>['raw'], 'isPaused'> }): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), SAYS_WITHIN_MS);
  const said = raw.isPaused().catch(() => false);
  return Promise.race([said, late]).finally(() => clearTimeout(timer));
}
