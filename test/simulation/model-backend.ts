import type { JobContext } from '@palisade/queue/backend';
import { complianceJob, mailJob, pdfJob, providerEventJob } from '@palisade/queue/jobs';
import type { FaultyProcess, FaultyWorld } from './faulty-process.ts';
import { modelQueue, STALLED_EVERY_MS, type ModelQueue } from './model-queue.ts';

export type ModelJobs = Readonly<Record<string, (payload: unknown, job: JobContext) => Promise<void>>>;

/** As in the report worker: its process may die often during paid work. */
const DEATHS = 20;
const KINDS = [
  [pdfJob, 2],
  [complianceJob, DEATHS],
  [mailJob, 2],
  [providerEventJob, DEATHS],
] as const;

/** Queues and broadcast of a story, as each of its processes sees them. */
export function modelBackend(world: FaultyWorld) {
  const looks: (() => void)[] = [];
  setInterval(() => {
    for (const look of looks) look();
  }, STALLED_EVERY_MS);
  const queues = new Map<string, ModelQueue<unknown>>(
    KINDS.map(([job, mostStalls]) => [
      job.queue,
      modelQueue<unknown>(() => world.time.now(), {
        attempts: job.attempts,
        backoffMs: job.backoffMs,
        mostStalls,
        lookEvery: (look) => void looks.push(look),
      }),
    ]),
  );
  const topics = new Map<string, Set<{ process: FaultyProcess; heard: (message: string) => void }>>();
  const named = (name: string) => {
    const queue = queues.get(name);
    if (!queue) throw new Error(`the story has no queue ${name}`);
    return queue;
  };

  return {
    of: (process: FaultyProcess) => ({
      queue: ({ queue: name }: { queue: string }) => ({
        add: (payload: unknown, { jobId }: { jobId: string }) =>
          process.step(() => named(name).add(jobId, payload), 'queue'),
        raw: {
          isPaused: () => process.step(() => false, 'queue'),
          getJob: (id: string) =>
            process.step(() => {
              const job = named(name).jobs.get(id);
              return (
                job && {
                  isFailed: async () => job.state === 'failed',
                  isCompleted: async () => job.state === 'completed',
                  remove: () => process.step(() => void named(name).remove(id), 'queue'),
                }
              );
            }, 'queue'),
        },
      }),
      broadcast: {
        publish: (topic: string, message: string) =>
          process.step(() => {
            for (const { process: other, heard } of topics.get(topic) ?? [])
              if (other.alive && !other.paused && !(world.faulty && world.chance.chance(0.1))) heard(message);
          }, 'queue'),
        subscribe: async (topic: string, heard: (message: string) => void) => {
          topics.set(topic, (topics.get(topic) ?? new Set()).add({ process, heard }));
        },
        onReconnect: () => undefined,
      },
    }),
    add: (process: FaultyProcess, name: string, payload: unknown, jobId: string) =>
      process.step(() => named(name).add(jobId, payload), 'queue').catch(() => undefined),
    join(process: FaultyProcess, work: ModelJobs): void {
      for (const [name, run] of Object.entries(work))
        named(name).join({
          alive: () => process.alive && !process.paused,
          places: name === 'pdf' || name === 'compliance-report' ? 1 : 4,
          process: run,
          onStalledOut: () => undefined,
        });
    },
    /** Adds a finished job. */
    end(name: string, id: string): void {
      const job = { id, payload: null, state: 'failed', attempt: 0, stalled: 0, lockUntil: 0, run: 0 } as const;
      named(name).jobs.set(id, { ...job });
    },
    /** A queue server that has lost most of its data. */
    lose(): void {
      for (const queue of queues.values()) queue.lose([...queue.jobs.keys()].filter(() => world.chance.chance(0.7)));
    },
  };
}
