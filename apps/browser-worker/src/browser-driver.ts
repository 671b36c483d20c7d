/**
 * The process that drives browsers, started by driver-process.ts. It has no secret, no database and no queue. It
 * receives orders to visit pages and returns what was seen.
 */
import { createInterface } from 'node:readline';
import { visitSite } from '@palisade/browser/visit-site';
import { missing } from '@palisade/scanner/evidence/gathered';
import { endWithParent } from '@palisade/telemetry/end-with-parent';
import { parseTarget } from '@palisade/scanner/parse-target';
import type { Answer, Order } from './protocol.ts';

const running = new Map<string, AbortController>();
let settings: Extract<Order, { type: 'settings' }> | undefined;

// The supervisor decides when this process ends, and ends it together with itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => undefined);

function follow(order: Order): void {
  if (order.type === 'settings') settings = order;
  else if (order.type === 'cancel') running.get(order.id)?.abort();
  else void visit(order);
}

async function visit({ id, url, pages, wallMs }: Extract<Order, { type: 'visit' }>): Promise<void> {
  const life = new AbortController();
  running.set(id, life);
  const answer: Answer = { id, seen: '', cpuMs: 0, peakBytes: 0 };
  try {
    if (!settings) throw new Error('ordered to visit a page before its settings arrived');
    const { policy, browser } = settings;
    const seen = await visitSite(
      { ...parseTarget(url, policy), pages },
      {
        policy,
        browser,
        budget: { wallMs },
        signal: life.signal,
        onCost: ({ cpuMs, peakBytes }) => Object.assign(answer, { cpuMs, peakBytes }),
        onFault: (error) => (answer.fault = describe(error)),
      },
    );
    answer.seen = JSON.stringify(seen);
  } catch (error) {
    answer.fault = describe(error);
    answer.seen = JSON.stringify(missing('internal', 'us', 'the browser could not visit the page'));
  } finally {
    running.delete(id);
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
}

function describe(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  return `${message}${cause instanceof Error ? `: ${cause.message}` : ''}`.slice(0, 1_000);
}

endWithParent();
createInterface({ input: process.stdin })
  .on('line', (line) => follow(JSON.parse(line) as Order))
  .on('close', () => process.exit(0));
