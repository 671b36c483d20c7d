import { createServeScan } from '../../apps/api/src/scans/serve-scan.ts';
import { createScanRunner } from '../../apps/api/src/scans/run-scan.ts';
import type { Ticket } from '../../apps/api/src/scans/admission-queue.ts';
import { createLeaseKeeper } from '../../apps/scan-worker/src/lease-keeper.ts';
import { giveUp, runScanJob, type ScanJobDeps } from '../../apps/scan-worker/src/run-scan-job.ts';
import { ScannerDied } from '../../apps/scan-worker/src/scanner/scanner-process.ts';
import { startReaper } from '../../packages/db/src/reaper.ts';
import { packed } from '@palisade/db/packed';
import type { JobContext } from '@palisade/queue/backend';
import { SCAN_CANCEL } from '@palisade/queue/topics';
import { expect } from 'vitest';
import { FaultyProcess, never, worksAgain, type FaultyWorld } from './faulty-process.ts';
import { modelQueue, type ModelQueue, type ModelWorker } from './model-queue.ts';
import { modelStore, type ModelStore } from './model-store.ts';
import { modelUnits } from './model-units.ts';
import { faultFreeEnd, PECULIAR } from './fault-free-end.ts';
import { shortReport } from './short-report.ts';
import { seeded, untilRight, virtualTime } from './virtual-time.ts';

interface World extends FaultyWorld {
  store: ModelStore;
  queue: ModelQueue<{ scanId: string }>;
  /** Scans that ran at least once. */
  tried: Set<string>;
}

const SCAN_ID = '00000000-0000-4000-8000-000000000002';
const FINAL_URL = 'https://placeholder.test/';
/** Serialized once for all scans: only the two varying values are inserted. */
const REPORT = JSON.stringify({ ...shortReport(), scan_id: SCAN_ID, final_url: FINAL_URL });
const URLS = ['https://a.test/', 'https://b.test/', 'https://c.test/'];
const PATIENCE_MS = 19_000;
const LOG = Object.fromEntries(['info', 'warn', 'error', 'debug'].map((level) => [level, () => undefined])) as never;

/** One story of scans: callers and faults, then a minute without faults in which everything must recover. */
export async function scanStory(seed: number): Promise<{ answered: number; reports: number; crashes: number }> {
  const time = virtualTime();
  try {
    const chance = seeded(seed);
    let crashes = 0;
    const world: World = {
      time,
      chance,
      store: modelStore(() => Date.now()),
      queue: modelQueue(() => time.now()),
      tried: new Set(),
      faulty: true,
      away: { database: 0, queue: 0 },
      onCrash(process) {
        crashes += 1;
        if (stopping.has(process)) return;
        // The launcher restarts it.
        void time.sleep(500 + chance.below(3_000)).then(() => starts[process.name.split(' ')[0] ?? '']?.());
      },
    };
    const { finishScan } = world.store;
    world.store.finishScan = (hold, report) => {
      const { stored } = PECULIAR[world.store.rows.get(hold.id)?.url ?? ''] ?? {};
      if (stored === 'unheard' && hold.fence > 1) finishScan(hold, report);
      if (stored) throw new Error('connection terminated');
      return finishScan(hold, report);
    };
    const topics = new Map<string, Set<{ process: FaultyProcess; heard: (message: string) => void }>>();
    const backendOf = (process: FaultyProcess) => ({
      queue: () => ({
        add: async ({ scanId }: { scanId: string }, { jobId }: { jobId: string }) => {
          await process.step(() => world.queue.add(jobId, { scanId }), 'queue');
          const { queueAnswersMs } = PECULIAR[world.store.rows.get(scanId)?.url ?? ''] ?? {};
          if (queueAnswersMs) await time.sleep(queueAnswersMs);
        },
        raw: {
          getJob: (id: string) =>
            process.step(
              () =>
                world.queue.jobs.has(id)
                  ? {
                      remove: () =>
                        process.step(() => {
                          if (!world.queue.remove(id)) throw new Error('locked');
                        }, 'queue'),
                      changePriority: async () => undefined,
                    }
                  : undefined,
              'queue',
            ),
        },
      }),
      broadcast: {
        publish: (topic: string, message: string) =>
          process.step(() => {
            for (const { process: other, heard } of topics.get(topic) ?? [])
              if (other.alive && !other.paused && !(world.faulty && chance.chance(0.1))) heard(message);
          }, 'queue'),
        subscribe: async (topic: string, heard: (message: string) => void) => {
          topics.set(topic, (topics.get(topic) ?? new Set()).add({ process, heard }));
        },
        onReconnect: () => undefined,
      },
    });

    const { units, credit } = modelUnits(world);
    const workers: { worker: ModelWorker<{ scanId: string }>; process: FaultyProcess }[] = [];
    /** Ordered to stop, so not restarted. */
    const stopping = new Set<FaultyProcess>();
    let api: {
      process: FaultyProcess;
      serve: (url: string, signal?: AbortSignal) => Promise<string>;
      rescued(): number;
    } | null = null;
    let giveUpScan: (scanId: string) => Promise<void> = never;
    /** URLs whose scan was cancelled. */
    const stopped = new Set<string>();
    const starts: Record<string, () => Promise<void> | void> = {
      async api() {
        const process = new FaultyProcess('api', world);
        const db = { process } as never;
        const runner = await createScanRunner({ db, backend: backendOf(process) as never, log: LOG });
        const line = {
          target: (url: string) => url,
          enter: (_caller: unknown, url: string): Ticket => ({
            admit: async () => undefined,
            acquire: async () => undefined,
            scan: ({ signal }) =>
              runner.run({
                url,
                signal,
                singleFlightKey: url,
                tier: 'free',
                browser: false,
                pages: undefined,
                priority: 0,
                refusal: null,
                giveUpAt: performance.now() + Math.max(PATIENCE_MS, PECULIAR[url]?.outlasts ? 0 : (PECULIAR[url]?.takesMs ?? 0) + 5_000), // prettier-ignore
                log: LOG,
                onRow: () => undefined,
                onQueued: () => undefined,
                onHeld: () => undefined,
              }),
            leave: () => undefined,
          }),
        };
        const serveScan = createServeScan({ line });
        startReaper(db, { onReaped: () => undefined, onError: () => undefined });
        api = {
          process,
          rescued: () => runner.stats().rescued,
          serve: (url, signal = new AbortController().signal) =>
            serveScan(
              { url, signal, log: LOG },
              {
                authorize: async () => ({ caller: { tier: 'free', client: 'x' }, credit: credit(process) }),
                present: async (report) => {
                  const { presentedMs } = PECULIAR[url] ?? {};
                  if (presentedMs) await time.sleep(presentedMs);
                  return report.final_url;
                },
              },
            ),
        };
      },
      worker() {
        const process = new FaultyProcess('worker', world);
        const db = { process } as never;
        const backend = backendOf(process);
        const leases = createLeaseKeeper(db, () => undefined);
        const run: ScanJobDeps['scanners']['run'] = async ({ scanId, url }, signal) => {
          signal.addEventListener('abort', () => void stopped.add(url));
          const failed = (kind: 'cancelled' | 'internal') => ({ failed: { type: 'failed' as const, scanId, steps: [], kind, message: kind } }); // prettier-ignore
          const { takesMs, ends } = PECULIAR[url] ?? {};
          await time.sleep(takesMs ?? 50 + chance.below(chance.chance(0.1) ? 15_000 : 2_000));
          if (!process.alive) await never();
          if (process.paused) await process.paused;
          if (signal.aborted) return failed('cancelled');
          const die = world.faulty ? chance.next() : 1;
          if (die < 0.03 || ends === 'dies') throw new ScannerDied('it killed its process alone');
          const first = !world.tried.has(scanId);
          world.tried.add(scanId);
          if (die < 0.06 || ends === 'ours' || (ends === 'ours once' && first)) return failed('internal');
          const report = packed(REPORT.replace(SCAN_ID, scanId).replace(FINAL_URL, url));
          return { report, evidence: new Uint8Array(), steps: [] };
        };
        const progress = { follow: () => () => undefined, end: () => undefined };
        const deps = {
          db,
          backend: backend as never,
          scanners: { run },
          leases,
          progress,
          owner: 'w',
          log: LOG,
        };
        const worker = {
          alive: () => process.alive && !process.paused,
          places: 4,
          process: (payload: { scanId: string }, context: JobContext) => runScanJob(deps, payload, context),
          onStalledOut: (scanId: string) => void giveUp(deps, scanId, new Error('stalled')).catch(() => undefined),
        };
        world.queue.join(worker);
        workers.push({ worker, process });
        giveUpScan = (scanId) => giveUp(deps, scanId, new Error('stalled'));
        void backend.broadcast.subscribe(SCAN_CANCEL, (id) => world.queue.cancel(id));
        startReaper(db, { onReaped: () => undefined, onError: () => undefined });
      },
    };
    await starts['api']?.();
    await starts['worker']?.();
    await starts['worker']?.();

    let [answered, reports] = [0, 0];
    /** As an update does: the worker is stopped and replaced. */
    const restart = (worker: ModelWorker<{ scanId: string }> | undefined): void => {
      const stopped = workers.find((one) => one.worker === worker);
      if (!stopped) return;
      stopping.add(stopped.process);
      world.queue.shutDown(stopped.worker);
      void starts['worker']?.();
    };
    const ask = (url: string): void => {
      const asked = api;
      if (!asked?.process.alive) return;
      const startedAt = time.now();
      const note = (outcome: string | null) => {
        answered += 1;
        if (outcome !== null) {
          reports += 1;
          expect(outcome).toBe(url);
        }
        // Contract: the scan's deadline plus five seconds; slow steps of the story's faults are added.
        if (!asked.process.paused) expect(time.now() - startedAt).toBeLessThan(PATIENCE_MS + 60_000);
      };
      asked.serve(url).then(note, () => note(null));
    };
    // Half a minute of faults and callers.
    for (let at = 0; at < 30_000;) {
      const pause = chance.below(4_000);
      at += pause;
      await time.run(pause);
      ask(URLS[chance.below(URLS.length)] ?? '');
      const die = chance.next();
      if (die < 0.08) world.away.database = time.now() + chance.below(14_000);
      else if (die < 0.16) world.away.queue = time.now() + chance.below(14_000);
      else if (die < 0.2) world.queue.lose([...world.queue.jobs.keys()].filter(() => chance.chance(0.7)));
      else if (die < 0.23) time.jump((chance.chance(0.5) ? 1 : -1) * chance.below(3_600_000));
      else if (die < 0.26)
        restart(workers.findLast(({ worker, process }) => worker.alive() && !stopping.has(process))?.worker);
      else if (die < 0.3) (api as { process: FaultyProcess } | null)?.process.crash();
    }
    world.faulty = false;
    const stuck = () => [
      ...[...world.store.rows.values()].filter(
        ({ key, state }) => key !== null || state === 'running' || state === 'queued',
      ),
      ...units.filter(({ state }) => state === 'held'),
    ];
    const serving = () => api !== null && worksAgain(api.process);
    await untilRight(time, seed, () => serving() && stuck().length === 0, 60_000);
    expect(stuck()).toEqual([]);
    expect(units.filter(({ state }) => state === 'consumed').length).toBeGreaterThanOrEqual(reports);
    // Every URL can be scanned again.
    const before = reports;
    for (const url of URLS) ask(url);
    await untilRight(time, seed, () => reports - before === URLS.length, 40_000);
    expect(reports - before).toBe(URLS.length);
    // Takes several more minutes of virtual time, so only for every twentieth story.
    if (seed % 20 !== 0) return { answered, reports, crashes };
    await time.run(60_000);
    const { serve, rescued } = api as unknown as { serve(url: string): Promise<string>; rescued(): number };
    await faultFreeEnd({ ...world, units, stopped, serve, rescued, giveUp: giveUpScan, restart });
    return { answered, reports, crashes };
  } finally {
    time.restore();
  }
}
