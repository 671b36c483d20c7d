import type { OpsHealth } from '../ops-health.ts';
import { DataTable } from './data-table.tsx';
import { duration, megabytes } from './format.ts';
import { JobLink } from './job-link.tsx';

type Workers = NonNullable<OpsHealth['workers']>;

/** @param now when the figures were taken, so that ages do not jump between two polls */
export function WorkersTable({ workers, now }: { workers: Workers; now: number }) {
  return (
    <section>
      <h2>Workers</h2>
      {workers.length === 0 ? (
        <p>No worker has reported within the last hour.</p>
      ) : (
        <DataTable
          label="Workers"
          heads={['Queue', 'Process', 'State', 'Doing', 'Loop p99', 'Memory', 'Up', 'Engine']}
          rows={workers.map((worker) => ({
            key: worker.id,
            alarming: !worker.alive,
            cells: [
              worker.kind,
              `${worker.host} ${worker.pid}`,
              worker.alive ? 'alive' : `silent for ${duration(now - Date.parse(worker.seenAt))}`,
              <Doing key="doing" worker={worker} now={now} />,
              duration(worker.eventLoopP99Ms),
              megabytes(worker.residentBytes),
              duration(lastKnown(worker, now) - Date.parse(worker.startedAt)),
              worker.engineVersion,
            ],
          }))}
        />
      )}
    </section>
  );
}

/** Nothing is known of a silent worker after its last report. */
function lastKnown({ alive, seenAt }: Workers[number], now: number): number {
  return alive ? now : Date.parse(seenAt);
}

const SHOWN = 3;

function Doing({ worker, now }: { worker: Workers[number]; now: number }) {
  const longestFirst = worker.running.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));
  return (
    <>
      {worker.alive ? '' : 'was at '}
      {longestFirst.length} of {worker.concurrency}
      {longestFirst.slice(0, SHOWN).map(({ jobId, startedAt }) => (
        <span key={jobId} className="job">
          <JobLink queue={worker.kind} jobId={jobId} /> for{' '}
          {duration(Math.max(0, lastKnown(worker, now) - Date.parse(startedAt)))}
        </span>
      ))}
      {longestFirst.length > SHOWN && <span className="job">and {longestFirst.length - SHOWN} more</span>}
    </>
  );
}
