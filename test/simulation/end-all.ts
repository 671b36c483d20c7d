import { setTimeout as sleep } from 'node:timers/promises';
import { descendants, running } from '../descendants.ts';

/** A service has 20 s to finish what it is at, and its database 10 s. */
const STOPS_WITHIN_MS = 40_000;

/** SIGTERM or SIGINT to this process alone ends what it has started too, and then it. */
export function endAllOnSignal(): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void endAll().finally(() => process.exit(signal === 'SIGTERM' ? 143 : 130)));
}

async function endAll(): Promise<void> {
  const all = await descendants(process.pid);
  // A stopped process acts on nothing else.
  send(all, 'SIGCONT');
  const until = performance.now() + STOPS_WITHIN_MS;
  // From the top: the first process stops the others in order.
  const own = await childrenOf(process.pid);
  send(own, 'SIGTERM');
  while (running(all).length > 0 && performance.now() < until) await sleep(100);
  send(running([...all, ...(await descendants(process.pid))]), 'SIGKILL');
}

async function childrenOf(pid: number): Promise<number[]> {
  const all = await descendants(pid);
  const below = new Set((await Promise.all(all.map(descendants))).flat());
  return all.filter((one) => !below.has(one));
}

function send(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
}
