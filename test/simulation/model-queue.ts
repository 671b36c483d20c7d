import type { JobContext } from '@palisade/queue/backend';

const LOCK_MS = 10_000;
export const STALLED_EVERY_MS = 2_000;
const RENEW_MS = 5_000;

export interface ModelQueueOptions {
  attempts?: number;
  backoffMs?: number;
  /** How often a process may die during a job. */
  mostStalls?: number;
  /** Checks for stalled jobs every `STALLED_EVERY_MS`. A separate timer would cost a turn of the story's loop. */
  lookEvery?: (look: () => void) => void;
}

interface Job<P> {
  id: string;
  state: 'waiting' | 'active' | 'completed' | 'failed';
  payload: P;
  attempt: number;
  stalled: number;
  lockUntil: number;
  run: number;
  cancel?: AbortController;
  by?: unknown;
}

/** As the queue aborts the jobs of a worker that closes. */
const SHUTDOWN = 'shutdown';

export interface ModelWorker<P> {
  alive(): boolean;
  process(payload: P, context: JobContext): Promise<void>;
  onStalledOut(jobId: string): void;
  places: number;
}

/** BullMQ as far as the protocol depends on it: an id is one job while it is stored; locks, stalls, attempts. */
export function modelQueue<P>(now: () => number, options: ModelQueueOptions = {}) {
  const {
    attempts = 2,
    backoffMs = 200,
    mostStalls = 2,
    lookEvery = (look) => void setInterval(look, STALLED_EVERY_MS),
  } = options;
  const jobs = new Map<string, Job<P>>();
  const workers = new Map<ModelWorker<P>, number>();

  const take = (): void => {
    for (const job of jobs.values()) {
      if (job.state !== 'waiting') continue;
      const worker = [...workers].find(([one, held]) => one.alive() && held < one.places)?.[0];
      if (!worker) return;
      workers.set(worker, (workers.get(worker) ?? 0) + 1);
      void work(worker, job);
    }
  };
  const work = async (worker: ModelWorker<P>, job: Job<P>): Promise<void> => {
    const run = (job.run += 1);
    const mine = () => job.run === run && job.state === 'active' && jobs.get(job.id) === job;
    job.state = 'active';
    job.by = worker;
    job.lockUntil = now() + LOCK_MS;
    const cancel = (job.cancel = new AbortController());
    const renewal = setInterval(() => {
      if (!worker.alive()) clearInterval(renewal);
      else if (mine()) job.lockUntil = now() + LOCK_MS;
      else cancel.abort('lock lost');
    }, RENEW_MS);
    const end = (state: Job<P>['state']) => {
      clearInterval(renewal);
      // Paused or not, it has one job fewer. One that was shut down does not come back.
      const held = workers.get(worker);
      if (held !== undefined) workers.set(worker, held - 1);
      if (mine()) job.state = state;
    };
    try {
      const context = {
        jobId: job.id,
        signal: cancel.signal,
        stalledCount: job.stalled,
        attempt: job.attempt,
        priority: 0,
      };
      await worker.process(job.payload, context);
      end('completed');
    } catch (error) {
      if (cancel.signal.reason === SHUTDOWN) {
        // Back to the queue for another worker, without counting as an attempt.
        if (mine()) job.state = 'waiting';
        end('waiting');
        take();
        return;
      }
      const final =
        cancel.signal.aborted || (error as Error).name === 'PermanentFailure' || job.attempt + 1 >= attempts;
      job.attempt += 1;
      if (final || !mine()) end(cancel.signal.aborted ? 'completed' : 'failed');
      else {
        end('active');
        setTimeout(
          () => {
            if (job.run === run && jobs.get(job.id) === job) job.state = 'waiting';
            take();
          },
          backoffMs * 2 ** (job.attempt - 1),
        );
      }
    }
    take();
  };
  lookEvery(() => {
    for (const job of jobs.values()) {
      if (job.state !== 'active' || job.lockUntil > now()) continue;
      job.stalled += 1;
      job.run += 1;
      if (job.stalled > mostStalls) {
        job.state = 'failed';
        for (const worker of workers.keys()) if (worker.alive()) return worker.onStalledOut(job.id);
      } else job.state = 'waiting';
    }
    take();
  });

  return {
    jobs,
    join(worker: ModelWorker<P>): void {
      workers.set(worker, 0);
      take();
    },
    add(id: string, payload: P): void {
      if (!jobs.has(id)) jobs.set(id, { id, payload, state: 'waiting', attempt: 0, stalled: 0, lockUntil: 0, run: 0 });
      take();
    },
    /** @returns false when it runs */
    remove(id: string): boolean {
      const job = jobs.get(id);
      if (job?.state === 'active') return false;
      return jobs.delete(id);
    },
    /** It takes no more jobs, and returns those that it has. */
    shutDown(worker: ModelWorker<P>): void {
      workers.delete(worker);
      for (const job of jobs.values()) if (job.state === 'active' && job.by === worker) job.cancel?.abort(SHUTDOWN);
    },
    /** @returns the worker that runs it */
    runs: (id: string) => jobs.get(id)?.by as ModelWorker<P> | undefined,
    cancel: (id: string) => jobs.get(id)?.cancel?.abort('no one waits any more'),
    /** A queue server that comes back empty, or one that has lost its newest jobs. */
    lose(ids: readonly string[]): void {
      for (const id of ids) jobs.delete(id);
    },
  };
}
export type ModelQueue<P> = ReturnType<typeof modelQueue<P>>;
