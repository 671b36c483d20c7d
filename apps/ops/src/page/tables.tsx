import type { OpsHealth } from '../ops-health.ts';
import { DataTable } from './data-table.tsx';
import { duration, megabytes } from './format.ts';

type Shown<K extends 'workers' | 'quarantined' | 'failedDeliveries'> = NonNullable<OpsHealth[K]>;

/** @param now when the figures were taken, so that ages do not jump between two looks */
export function WorkersTable({ workers, now }: { workers: Shown<'workers'>; now: number }) {
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

/** Of a silent worker nothing is known after its last report. */
function lastKnown({ alive, seenAt }: Shown<'workers'>[number], now: number): number {
  return alive ? now : Date.parse(seenAt);
}

function JobLink({ queue, jobId }: { queue: string; jobId: string }) {
  return (
    <a href={`/ops/queues/queue/${encodeURIComponent(queue)}/${encodeURIComponent(jobId)}`}>{jobId.slice(0, 8)}</a>
  );
}

const SHOWN = 3;

function Doing({ worker, now }: { worker: Shown<'workers'>[number]; now: number }) {
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

/** Who shares a worker with a scan that kills it comes here too: surviving clears a scan of it. */
export function QuarantineTable({ scans }: { scans: Shown<'quarantined'> }) {
  const cleared = scans.filter(({ state }) => state === 'survived' || state === 'cancelled').length;
  const suspects = scans.filter(({ state }) => state !== 'survived' && state !== 'cancelled');
  return (
    <section>
      <h2>Quarantine</h2>
      {suspects.length === 0 ? (
        <p>No scan is suspected of killing its worker.</p>
      ) : (
        <DataTable
          label="Scans whose worker died under them"
          heads={['Scan', 'Target', 'State', 'Why', 'When']}
          rows={suspects.map(({ scanId, url, state, reason, at }) => ({
            key: scanId,
            alarming: state === 'given up',
            cells: [
              <JobLink key="job" queue="scan-quarantine" jobId={scanId} />,
              url ?? '–',
              state,
              reason || '–',
              new Date(at).toUTCString(),
            ],
          }))}
        />
      )}
      {cleared > 0 && (
        <p>
          {cleared} {cleared === 1 ? 'scan whose worker died was' : 'scans whose worker died were'} run apart and did no
          harm.
        </p>
      )}
    </section>
  );
}

export function DeliveriesTable({ deliveries }: { deliveries: Shown<'failedDeliveries'> }) {
  return (
    <section>
      <h2>Deliveries given up</h2>
      {deliveries.length === 0 ? (
        <p>None: every message and report has arrived or is still being tried.</p>
      ) : (
        <DataTable
          label="Deliveries given up"
          heads={['What', 'Id', 'Tries', 'Last error', 'When']}
          rows={deliveries.map(({ what, id, attempts, error, at }) => ({
            key: id,
            alarming: true,
            cells: [what, id, attempts ?? '–', error || '–', new Date(at).toUTCString()],
          }))}
        />
      )}
    </section>
  );
}
