import type { OpsHealth } from '../queue-health.ts';
import { duration } from './format.ts';
import { ThroughputChart } from './throughput-chart.tsx';

type QueueHealth = OpsHealth['queues'][number];

/** The promise of docs/operations.md: a warning when a job waits a second, a page at five. */
export function queueState(queue: QueueHealth): 'ok' | 'warn' | 'page' {
  if (queue.waiting === 0) return 'ok';
  return queue.oldestWaitingMs > 5_000 ? 'page' : queue.oldestWaitingMs > 1_000 ? 'warn' : 'ok';
}

export function QueueCard({ queue }: { queue: QueueHealth }) {
  const done = queue.completedPerMinute[0] ?? 0;
  const lost = sum(queue.failedPerMinute.slice(0, 5));
  const all = lost + sum(queue.completedPerMinute.slice(0, 5));
  return (
    <section className={`card ${queueState(queue)}`} aria-label={`Queue ${queue.name}`}>
      <h2>
        <a href={`/ops/queues/queue/${encodeURIComponent(queue.name)}`}>{queue.name}</a>
        {queue.paused && <span className="tag">paused</span>}
      </h2>
      <dl className="big">
        <Figure label="waiting" value={String(queue.waiting)} />
        <Figure label="oldest" value={queue.waiting === 0 ? '–' : duration(queue.oldestWaitingMs)} />
        <Figure label="running" value={String(queue.active)} />
      </dl>
      <ThroughputChart completed={queue.completedPerMinute} failed={queue.failedPerMinute} label={queue.name} />
      <dl>
        <Figure label="done, last minute" value={String(done)} />
        <Figure label="failed, 5 min" value={all === 0 ? '–' : `${((lost / all) * 100).toFixed(1)} %`} />
        <Figure
          label="wait p50 / p99"
          value={queue.waitMs ? `${duration(queue.waitMs.p50)} / ${duration(queue.waitMs.p99)}` : '–'}
        />
        <Figure
          label="run p50 / p99"
          value={queue.runMs ? `${duration(queue.runMs.p50)} / ${duration(queue.runMs.p99)}` : '–'}
        />
        <Figure label={`retried, stalled of ${queue.sample}`} value={`${queue.retried}, ${queue.stalled}`} />
        <Figure label="given up" value={String(queue.failed)} alarming={queue.failed > 0} />
      </dl>
    </section>
  );
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
