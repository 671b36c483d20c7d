import { useEffect, useState } from 'react';
import { Actions, signOut } from './action.tsx';
import { DeliveriesTable, FailedJobsTable } from './failed-tables.tsx';
import { duration } from './format.ts';
import { isQuiet, QueueCard, QuietQueues } from './queue-card.tsx';
import { MattersTable } from './matters-table.tsx';
import { useHealth } from './use-health.ts';
import { verdictOf } from './verdict.ts';
import { WorkersTable } from './workers-table.tsx';

export function Dashboard() {
  const [live, setLive] = useState(true);
  const { health, failure, look } = useHealth(live);
  const verdict = health && verdictOf(health);
  const level = failure ? 'page' : (verdict?.level ?? 'ok');
  const headline = failure ? 'Not reachable' : (verdict?.headline ?? 'Loading …');

  // Visible in a background tab too.
  useEffect(() => {
    document.title = level === 'ok' ? 'Queue health' : `(!) ${headline}`;
  }, [level, headline]);

  return (
    <main>
      <header>
        <h1>Queue health</h1>
        <p className={`overall ${level}`} role="status">
          {headline}
        </p>
        <nav aria-label="Operations">
          <a href="/ops/customers">Customers</a> <a href="/ops/queues/">Jobs</a> <a href="/metrics">Metrics</a>
          <button type="button" onClick={() => setLive(!live)}>
            {live ? 'Pause updates' : 'Resume updates'}
          </button>
          {health?.session && (
            <button type="button" onClick={() => void signOut()}>
              Sign out
            </button>
          )}
        </nav>
      </header>
      {failure && (
        <p className="failure" role="alert">
          {failure}. {health ? `The data below is from ${clock(health.at)}.` : 'There is nothing to show yet.'} Trying
          again every two seconds.
        </p>
      )}
      {health && verdict && (
        <div className={failure ? 'stale' : ''}>
          {verdict.lines.length > 0 && (
            <ul className="verdict">
              {verdict.lines.map(({ level: of, text }) => (
                <li key={text} className={of}>
                  {text}
                </li>
              ))}
            </ul>
          )}
          <Actions look={look}>
            {health.matters && <MattersTable matters={health.matters} />}
            {health.failedJobs && <FailedJobsTable jobs={health.failedJobs} />}
            {health.failedDeliveries && <DeliveriesTable deliveries={health.failedDeliveries} />}
          </Actions>
          {health.queues && (
            <>
              <div className="cards">
                {health.queues
                  .filter((queue) => !isQuiet(queue))
                  .map((queue) => (
                    <QueueCard key={queue.name} queue={queue} now={Date.parse(health.at)} />
                  ))}
              </div>
              <QuietQueues queues={health.queues.filter(isQuiet)} />
            </>
          )}
          {health.workers && <WorkersTable workers={health.workers} now={Date.parse(health.at)} />}
          <p className="at">
            {live ? 'Seen at' : 'Paused at'} {clock(health.at)} ({new Date(health.at).toUTCString()}) · queue on{' '}
            {health.backend === 'redis' ? 'Redis' : 'PostgreSQL'} · looked at again every {duration(2_000)}
          </p>
        </div>
      )}
    </main>
  );
}

function clock(at: string): string {
  return new Date(at).toLocaleTimeString();
}
