import { useEffect, useState } from 'react';
import type { OpsHealth } from '../queue-health.ts';
import { QueueCard, queueState } from './queue-card.tsx';
import { DeliveriesTable, QuarantineTable, WorkersTable } from './tables.tsx';

const EVERY_MS = 2_000;

export function Dashboard() {
  const [health, setHealth] = useState<OpsHealth | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [live, setLive] = useState(true);

  useEffect(() => {
    if (!live) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const load = async () => {
      try {
        const response = await fetch('/ops/api/health', { signal: controller.signal });
        if (!response.ok) throw new Error(`the service answered ${response.status}`);
        setHealth((await response.json()) as OpsHealth);
        setFailure(null);
      } catch (error) {
        if (controller.signal.aborted) return;
        setFailure((error as Error).message);
      }
      timer = setTimeout(() => void load(), EVERY_MS);
    };
    void load();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [live]);

  const states = health?.queues.map(queueState) ?? [];
  const worst = states.includes('page') ? 'page' : states.includes('warn') ? 'warn' : 'ok';
  const alive = health?.workers.filter((worker) => worker.alive).length ?? 0;
  const givenUp = health
    ? health.failedDeliveries.length + health.quarantined.filter(({ state }) => state === 'given up').length
    : 0;
  return (
    <main>
      <header>
        <h1>Queue health</h1>
        {health && (
          <p className={`overall ${failure ? 'page' : worst === 'ok' && givenUp > 0 ? 'warn' : worst}`} role="status">
            {failure
              ? 'Not reachable'
              : worst === 'ok'
                ? 'All queues keep up'
                : worst === 'warn'
                  ? 'A queue is falling behind'
                  : 'A queue is stuck'}
            {givenUp > 0 && ` · ${givenUp} given up, see below`}
            {` · ${alive} ${alive === 1 ? 'worker' : 'workers'} alive`}
          </p>
        )}
        <nav>
          <a href="/ops/queues/">Jobs</a> <a href="/metrics">Metrics</a>{' '}
          <button type="button" aria-pressed={live} onClick={() => setLive(!live)}>
            {live ? 'Pause' : 'Resume'}
          </button>
        </nav>
      </header>
      {failure && <p className="failure">The figures below are old: {failure}.</p>}
      {health ? (
        <>
          <div className="cards">
            {health.queues.map((queue) => (
              <QueueCard key={queue.name} queue={queue} />
            ))}
          </div>
          <WorkersTable workers={health.workers} now={Date.parse(health.at)} />
          <QuarantineTable scans={health.quarantined} />
          <DeliveriesTable deliveries={health.failedDeliveries} />
          <p className="at">
            {new Date(health.at).toUTCString()} · queue on {health.backend === 'redis' ? 'Redis' : 'PostgreSQL'}
          </p>
        </>
      ) : (
        <p>Loading …</p>
      )}
    </main>
  );
}
