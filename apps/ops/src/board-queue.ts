import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { TypedQueue } from '@palisade/queue/backend';

/** A queue of the job browser. The adapter keeps the queue that it is given; this one asks for it each time. */
export function boardQueue(queue: TypedQueue<never>, options: { readOnlyMode: boolean }): BullMQAdapter {
  const adapter = new BullMQAdapter(queue.raw, options);
  Object.defineProperty(adapter, 'queue', { get: () => queue.raw });
  return adapter;
}
