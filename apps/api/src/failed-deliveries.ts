import type { OpsHealth } from '@palisade/ops/queue-health';
import type { QueueBackend } from '@palisade/queue/backend';
import { complianceJob, mailJob, providerEventJob } from '@palisade/queue/jobs';

/** Work that somebody paid for and that was given up: an operator has to look at each. */
export async function failedDeliveries(backend: QueueBackend): Promise<OpsHealth['failedDeliveries']> {
  const queues = [backend.queue(complianceJob), backend.queue(mailJob), backend.queue(providerEventJob)];
  const jobs = (await Promise.all(queues.map((queue) => queue.raw.getFailed(0, 49)))).flat();
  return jobs
    .map((job) => ({
      id: job.id ?? '',
      what: job.queueName,
      attempts: job.attemptsMade,
      error: job.failedReason ?? '',
      at: new Date(job.finishedOn ?? job.timestamp).toISOString(),
    }))
    .toSorted((a, b) => b.at.localeCompare(a.at));
}
