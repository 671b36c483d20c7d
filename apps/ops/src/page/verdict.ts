import type { OpsHealth } from '../ops-health.ts';
import type { QueueHealth } from '../queue-health.ts';
import { duration } from './format.ts';

export type Level = 'ok' | 'warn' | 'page';

/** What an operator has to know, most severe first; one line each. */
export interface Verdict {
  level: Level;
  headline: string;
  lines: { level: Level; text: string }[];
}

/** The age of the oldest waiting job from which it deserves a warning, or a page. */
const LIMITS_MS = { awaited: { warn: 1_000, page: 5_000 }, background: { warn: 30_000, page: 120_000 } };
const AWAITED = new Set(['scan', 'pdf']);

/** The target in docs/operations.md. */
export function queueLevel({
  name,
  waiting,
  oldestWaitingMs,
}: Pick<QueueHealth, 'name' | 'waiting' | 'oldestWaitingMs'>): Level {
  const { warn, page } = AWAITED.has(name) ? LIMITS_MS.awaited : LIMITS_MS.background;
  if (waiting === 0) return 'ok';
  return oldestWaitingMs > page ? 'page' : oldestWaitingMs > warn ? 'warn' : 'ok';
}

const RANK: Readonly<Record<Level, number>> = { page: 0, warn: 1, ok: 2 };

/** Used only if there is a browser: without one, it stays empty. */
const OPTIONAL: ReadonlySet<string> = new Set(['browser']);

export function verdictOf(health: OpsHealth): Verdict {
  const { queues, workers, failedJobs, failedDeliveries } = health;
  const lines: Verdict['lines'] = health.trouble.map((text) => ({ level: 'page', text: `Cannot read ${text}` }));
  const behind = new Set<string>();
  const tell = (name: string, level: Level, text: string) => {
    behind.add(name);
    lines.push({ level, text: `${name} ${text}` });
  };
  for (const queue of queues ?? []) {
    const level = queueLevel(queue);
    const oldest = `the oldest of ${queue.waiting} has waited ${duration(queue.oldestWaitingMs)}`;
    if (queue.paused) tell(queue.name, 'warn', AWAITED.has(queue.name) ? 'is paused: callers get 503' : 'is paused');
    else if (level === 'page') tell(queue.name, level, `is far behind: ${oldest}`);
    else if (level === 'warn') tell(queue.name, level, `is falling behind: ${oldest}`);
    const optional = OPTIONAL.has(queue.name) && queue.waiting === 0;
    if (workers && !optional && !workers.some(({ kind, alive }) => alive && kind === queue.name))
      tell(queue.name, 'page', 'has no live worker');
  }
  const killers = failedJobs?.filter(({ queue }) => queue === 'scan').length ?? 0;
  if (killers > 0) lines.push({ level: 'warn', text: `${counted(killers, 'scan')} given up: see its failed job` });
  const lost = failedDeliveries?.length ?? 0;
  if (lost > 0) lines.push({ level: 'warn', text: `${counted(lost, 'delivery', 'deliveries')} given up` });
  const open = health.matters?.length ?? 0;
  if (open > 0) lines.push({ level: 'warn', text: `${counted(open, 'matter')} for a person to decide` });
  lines.sort((a, b) => RANK[a.level] - RANK[b.level]);
  const level = lines[0]?.level ?? 'ok';
  const alive = workers ? ` · ${counted(workers.filter((worker) => worker.alive).length, 'worker')} alive` : '';
  const state =
    health.trouble.length > 0
      ? 'Some figures are missing'
      : behind.size > 0
        ? `${[...behind].join(', ')} ${behind.size === 1 ? 'does' : 'do'} not keep up`
        : `All queues keep up${level === 'ok' ? '' : ', something needs attention'}`;
  // Without numbers that change with every poll: a screen reader announces each change.
  return { level, headline: `${state}${alive}`, lines };
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
