import type { OpsHealth } from '../ops-health.ts';
import { ActionButtons, type Action } from './action.tsx';
import { DataTable } from './data-table.tsx';
import { JobLink } from './job-link.tsx';

type Shown<K extends 'failedJobs' | 'failedDeliveries'> = NonNullable<OpsHealth[K]>;

function jobActions(queue: string, jobId: string, retried: string): Action[] {
  const path = `/ops/api/jobs/${encodeURIComponent(queue)}/${encodeURIComponent(jobId)}`;
  const object = `job ${jobId} of ${queue}`;
  return [
    { verb: 'Retry', object, warning: retried, done: 'was put back into its queue', path: `${path}/retry` },
    {
      verb: 'Remove',
      object,
      warning: 'It is deleted with its log, and its work is not done.',
      done: 'was removed',
      path: `${path}/remove`,
    },
  ];
}

export function FailedJobsTable({ jobs }: { jobs: Shown<'failedJobs'> }) {
  if (jobs.length === 0) return null;
  return (
    <section>
      <h2>Failed jobs</h2>
      <DataTable
        label="Failed jobs"
        heads={['Job', 'Queue', 'Tries', 'Last error', 'When', 'Do']}
        rows={jobs.map(({ queue, jobId, tries, error, at }) => ({
          key: `${queue} ${jobId}`,
          alarming: true,
          cells: [
            <JobLink key="job" queue={queue} jobId={jobId} />,
            queue,
            tries,
            error || '–',
            new Date(at).toUTCString(),
            <ActionButtons key="do" actions={jobActions(queue, jobId, 'It runs again as soon as a worker is free.')} />,
          ],
        }))}
      />
    </section>
  );
}

export function DeliveriesTable({ deliveries }: { deliveries: Shown<'failedDeliveries'> }) {
  if (deliveries.length === 0) return null;
  return (
    <section>
      <h2>Deliveries given up</h2>
      <DataTable
        label="Deliveries given up"
        heads={['What', 'Id', 'Tries', 'Last error', 'When', 'Do']}
        rows={deliveries.map(({ what, id, attempts, error, at, again }) => ({
          key: id,
          alarming: true,
          cells: [
            what,
            id,
            attempts ?? '–',
            error || '–',
            new Date(at).toUTCString(),
            again ? <ActionButtons key="do" actions={[sendAgain(id, again)]} /> : '–',
          ],
        }))}
      />
    </section>
  );
}

function sendAgain(id: string, again: 'safe' | 'may double'): Action {
  return {
    verb: 'Send again',
    object: `email ${id}`,
    warning: again === 'safe' ? 'It has not arrived.' : 'It may have arrived, and would then arrive twice.',
    done: 'is due again',
    path: `/ops/api/mail/${encodeURIComponent(id)}/again`,
  };
}
