import type { JobSchedulerTemplateOptions, Queue } from 'bullmq';

interface Schedule {
  id: string;
  everyMs: number;
  template: { name: string; data: unknown; opts: JobSchedulerTemplateOptions };
}

/** Called again, it leaves the next run at its time, or restores a schedule that the queue has lost. */
export async function setSchedule(queue: Queue, { id, everyMs, template }: Schedule): Promise<void> {
  const { next = 0 } = (await queue.getJobScheduler(id)) ?? {};
  // Further off than any run can be: the clock was set back since.
  if (next > Date.now() + 2 * everyMs) await queue.removeJobScheduler(id);
  await queue.upsertJobScheduler(id, { every: everyMs }, template);
}
