import type { OpsHealth } from '../queue-health.ts';
import { duration, megabytes } from './format.ts';

/** @param now when the figures were taken, so that ages do not jump between two looks */
export function WorkersTable({ workers, now }: { workers: OpsHealth['workers']; now: number }) {
  return (
    <section>
      <h2>Workers</h2>
      {workers.length === 0 ? (
        <p>No worker has reported within the last hour.</p>
      ) : (
        <div className="scroll">
          <table>
            <thead>
              <tr>
                <th>Kind</th>
                <th>Process</th>
                <th>State</th>
                <th>Doing</th>
                <th>Loop p99</th>
                <th>Memory</th>
                <th>Up</th>
                <th>Engine</th>
              </tr>
            </thead>
            <tbody>
              {workers.map((worker) => (
                <tr key={worker.id} className={worker.alive ? '' : 'gone'}>
                  <td>{worker.kind}</td>
                  <td>
                    {worker.host} {worker.pid}
                  </td>
                  <td>{worker.alive ? 'alive' : `silent since ${duration(now - Date.parse(worker.seenAt))}`}</td>
                  <td>
                    {worker.running.length} of {worker.concurrency}
                    {worker.running.slice(0, 5).map((job) => (
                      <a
                        key={job.jobId}
                        className="job"
                        href={`/ops/queues/queue/${encodeURIComponent(worker.kind)}/${encodeURIComponent(job.jobId)}`}
                      >
                        {job.jobId.slice(0, 8)} {duration(now - Date.parse(job.startedAt))}
                      </a>
                    ))}
                  </td>
                  <td>{duration(worker.eventLoopP99Ms)}</td>
                  <td>{megabytes(worker.residentBytes)}</td>
                  <td>{duration(now - Date.parse(worker.startedAt))}</td>
                  <td>{worker.engineVersion}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

export function QuarantineTable({ scans }: { scans: OpsHealth['quarantined'] }) {
  return (
    <section aria-label="Quarantine">
      <h2>Scans that killed their process</h2>
      {scans.length === 0 ? (
        <p>None: no scan has had to be run apart from the others.</p>
      ) : (
        <div className="scroll">
          <table>
            <thead>
              <tr>
                <th>Scan</th>
                <th>Target</th>
                <th>State</th>
                <th>Why</th>
                <th>When</th>
              </tr>
            </thead>
            <tbody>
              {scans.map((scan) => (
                <tr key={scan.scanId} className={scan.state === 'given up' ? 'alarming' : ''}>
                  <td>
                    <a href={`/ops/queues/queue/scan-quarantine/${encodeURIComponent(scan.scanId)}`}>
                      {scan.scanId.slice(0, 8)}
                    </a>
                  </td>
                  <td>{scan.url ?? '–'}</td>
                  <td>{scan.state}</td>
                  <td>{scan.reason}</td>
                  <td>{new Date(scan.at).toUTCString()}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

export function DeliveriesTable({ deliveries }: { deliveries: OpsHealth['failedDeliveries'] }) {
  return (
    <section>
      <h2>Deliveries given up</h2>
      {deliveries.length === 0 ? (
        <p>None: every message and report has arrived or is still being tried.</p>
      ) : (
        <div className="scroll">
          <table>
            <thead>
              <tr>
                <th>What</th>
                <th>Id</th>
                <th>Tries</th>
                <th>Last error</th>
                <th>When</th>
              </tr>
            </thead>
            <tbody>
              {deliveries.map((delivery) => (
                <tr key={delivery.id}>
                  <td>{delivery.what}</td>
                  <td>{delivery.id}</td>
                  <td>{delivery.attempts ?? '–'}</td>
                  <td>{delivery.error}</td>
                  <td>{new Date(delivery.at).toUTCString()}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
