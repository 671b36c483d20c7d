import type { QueueHealth } from '../queue-health.ts';
import { duration } from './format.ts';
import { ThroughputChart } from './throughput-chart.tsx';
import { queueLevel } from './verdict.ts';

const STATE = { ok: null, warn: 'falling behind', page: 'far behind' } as const;

/** An idle queue without jobs in the last hour: a line says as much as a card. */
export function isQuiet(queue: QueueHealth): boolean {
  const ended = sum(queue.completedPerMinute) + sum(queue.failedPerMinute);
  return ended + queue.waiting + queue.active + queue.failed === 0 && !queue.paused;
}

export function QuietQueues({ queues }: { queues: readonly QueueHealth[] }) {
  if (queues.length === 0) return null;
  return (
    <section className="quiet" aria-label="Quiet queues">
      <h2>Quiet</h2>
      <p>Nothing waits, runs, or has ended within the last hour:</p>
      <ul>
        {queues.map((queue) => (
          <li key={queue.name}>
            <JobsLink queue={queue.name} />
            {queue.delayed > 0 && ` (${queue.delayed} for later)`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** @param now when the figures were taken */
export function QueueCard({ queue, now }: { queue: QueueHealth; now: number }) {
  const level = queueLevel(queue);
  const done = sum(queue.completedPerMinute.slice(0, 5));
  const lost = sum(queue.failedPerMinute.slice(0, 5));
  // Four full minutes and the current part of the fifth.
  const minutes = 4 + (now % 60_000) / 60_000;
  const of = (times: QueueHealth['waitMs']) => (times ? `${duration(times.p50)} / ${duration(times.p99)}` : '–');
  return (
    <section className={`card ${level}`} aria-label={`Queue ${queue.name}`}>
      <h2>
        <JobsLink queue={queue.name} />
        {STATE[level] && <span className={`tag ${level}`}>{STATE[level]}</span>}
        {queue.paused && <span className="tag warn">paused</span>}
      </h2>
      <dl className="big">
        <Figure label="waiting" value={String(queue.waiting)} />
        <Figure label="oldest" value={queue.waiting === 0 ? '–' : duration(queue.oldestWaitingMs)} />
        <Figure label="running" value={String(queue.active)} />
      </dl>
      <ThroughputChart completed={queue.completedPerMinute} failed={queue.failedPerMinute} label={queue.name} />
      <dl>
        <Figure label="done a minute (5 min)" value={(done / minutes).toFixed(1)} />
        <Figure
          label="failed (5 min)"
          value={done + lost === 0 ? '–' : `${((lost / (done + lost)) * 100).toFixed(1)} %`}
          alarming={lost > 0}
        />
        <Figure label="wait p50 / p99" value={of(queue.waitMs)} />
        <Figure label="run p50 / p99" value={of(queue.runMs)} />
        <Figure label={`retried of last ${queue.sample}`} value={String(queue.retried)} />
        <Figure label={`stalled of last ${queue.sample}`} value={String(queue.stalled)} alarming={queue.stalled > 0} />
        <Figure label="failed, to review" value={String(queue.failed)} alarming={queue.failed > 0} />
        <Figure label="for later" value={String(queue.delayed)} />
      </dl>
    </section>
  );
}

function JobsLink({ queue }: { queue: string }) {
  return <a href={`/ops/queues/queue/${encodeURIComponent(queue)}`}>{queue}</a>;
}

function Figure({ label, value, alarming = false }: { label: string; value: string; alarming?: boolean }) {
  return (
    <div className={alarming ? 'alarming' : ''}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
