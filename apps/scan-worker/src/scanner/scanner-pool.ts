import { availableParallelism } from 'node:os';
import { poisonTargets, type ProcessRecord } from './poison-targets.ts';
import {
  ScannerDied,
  startScanner,
  type Called,
  type CallbackOrder,
  type OwnerStatement,
  type ScanFailed,
  type ScanOrder,
  type Scanned,
  type ScannerOptions,
  type ScannerProcess,
} from './scanner-process.ts';

export interface ScannerPoolOptions extends ScannerOptions {
  /** Processes kept running: by default one per processor. */
  processes?: number;
  onDeath: (why: string, scans: number) => void;
  /** The scan of a suspected site starts. */
  onSuspect?: (scanId: string, pid: number, alone: boolean) => void;
}

export interface ScannerPool {
  /**
   * Runs the scan, and runs it again if its process dies: the second time among a few others, the third time alone. A scan of a
   * site that is known to kill runs alone from the start.
   * @param options.deaths processes that died while running it before it came here
   * @throws ScannerDied when it killed a process that ran nothing else; an Error when it was aborted
   */
  run(order: ScanOrder, signal: AbortSignal, options?: { deaths?: number }): Promise<Scanned | ScanFailed>;
  /** @throws ScannerDied; an Error when it was aborted */
  ownerStatement(host: string, signal: AbortSignal): Promise<OwnerStatement | ScanFailed>;
  /** @throws likewise */
  callback(order: CallbackOrder, signal: AbortSignal): Promise<Called | ScanFailed>;
  /**
   * False while scanners only die: none that is alive has reported, and the last death was seconds ago. And while those that
   * are alive are silent.
   */
  able(): boolean;
  figures(): { processes: number; cpuMs: number; utilization: number; loopP99Ms: number };
  close(): void;
}

/** Suspected scans that share a process: few, because all are lost together, but a start costs half a second of processor time. */
const SUSPECTS_TOGETHER = 4;
/** Maximum number of processes for suspected scans. */
const MOST_EXTRA = 4;
const FIRST_RESTART_MS = 50;
const LONGEST_RESTART_MS = 5_000;
/** With a delay: a worker that is starting or in trouble needs its processors for other work. */
const SPARE_AFTER_MS = 1_000;
/** A process whose suspected scans succeeded is as good as new: up to this many are kept idle, for this long. */
const MOST_SURVIVORS = 2;
const SURVIVOR_WAITS_MS = 15_000;
/** A scan that ran alone may kill its process after its answer: only a process that survives is used again. */
const SETTLES_MS = 1_000;
/** Longer than the longest delay before the next start. */
const TROUBLE_MS = 10_000;
/** A process that has lived this long had nothing to do with the last death. */
const HEALTHY_MS = 10_000;

interface Extra {
  scanner: ScannerProcess;
  places: number;
  /** Scans started in it. */
  begun: number;
  /** The site whose scan ran alone here and has been answered. */
  answered?: string;
}

/** The scanners of one worker. */
export function createScannerPool(options: ScannerPoolOptions): ScannerPool {
  const wanted = options.processes ?? Math.max(1, availableParallelism());
  const regular = new Set<ScannerProcess>();
  const extra = new Set<Extra>();
  /** Replaced processes that finish their scans. */
  const worn = new Set<ScannerProcess>();
  /** Idle processes whose suspected scans succeeded. */
  const survivors = new Set<ScannerProcess>();
  const killers = poisonTargets();
  const records = new WeakMap<ScannerProcess, ProcessRecord>();
  const queued: (() => void)[] = [];
  let cpuOfDead = 0;
  let diedAt = Number.NEGATIVE_INFINITY;
  let closed = false;
  let restartMs = FIRST_RESTART_MS;
  let spare: ScannerProcess | null = null;

  const start = (): ScannerProcess => {
    const startedAt = performance.now();
    const onWorn = (): void => {
      if (closed || !regular.delete(scanner)) return;
      for (const one of worn) if (one.scans === 0) worn.delete(one);
      worn.add(scanner);
      startRegular();
    };
    const onGone = (why: string, scans: number): void => {
      cpuOfDead += scanner.figures.cpuMs;
      if (closed) return;
      diedAt = performance.now();
      records.get(scanner)?.died();
      options.onDeath(why, scans);
      if (performance.now() - startedAt > HEALTHY_MS) restartMs = FIRST_RESTART_MS;
      gone(scanner, scans);
    };
    const scanner = startScanner(options, onGone, onWorn);
    records.set(scanner, killers.process());
    return scanner;
  };
  const scanIn = async (scanner: ScannerProcess, order: ScanOrder, signal: AbortSignal) => {
    const record = records.get(scanner);
    record?.began(order.url);
    try {
      return await scanner.scan(order, signal);
    } finally {
      record?.ended(order.url);
    }
  };
  const gone = (dead: ScannerProcess, scans: number): void => {
    const suspects = [...extra].find(({ scanner }) => scanner === dead);
    if (suspects) {
      if (suspects.answered !== undefined) killers.convict(suspects.answered);
      leaveExtra(suspects);
    } else if (survivors.delete(dead)) return;
    else if (dead === spare) {
      spare = null;
      keepSpare();
    } else {
      regular.delete(dead);
      // The spare process takes over the lost scans: their callers have waited long enough, and a start takes a while.
      if (scans > 0) setTimeout(startRegular, FIRST_RESTART_MS);
      // With a spare process, the loss costs nothing. Without one, restarts are limited, because the process may be unable to start.
      else if (spare) startRegular();
      else {
        setTimeout(startRegular, restartMs);
        restartMs = Math.min(restartMs * 2, LONGEST_RESTART_MS);
      }
    }
  };
  const takeSurvivor = (): ScannerProcess | null => {
    for (const survivor of survivors) {
      survivors.delete(survivor);
      if (!survivor.dead) return survivor;
    }
    return null;
  };
  const takeSpare = (): ScannerProcess | null => {
    const taken = spare;
    spare = null;
    if (taken) keepSpare();
    return taken;
  };
  const takeReady = (): ScannerProcess | null => takeSurvivor() ?? takeSpare();
  const startRegular = (): void => {
    if (closed || regular.size >= wanted) return;
    regular.add(takeReady() ?? start());
  };
  /** One spare process is kept ready: after a death the callers have already waited, and a start takes half a second. */
  const keepSpare = (): void => {
    setTimeout(() => {
      if (!closed) spare ??= start();
    }, SPARE_AFTER_MS).unref();
  };

  const leastBusy = (): ScannerProcess | undefined =>
    [...regular].filter(({ dead }) => !dead).sort((a, b) => a.scans - b.scans)[0];

  /** A process for at most `places` suspected scans. A process that is about to be lost must not be one with other scans. */
  const takeExtra = async (places: number, known: boolean): Promise<Extra> => {
    for (;;) {
      const shared =
        places > 1
          ? [...extra].find((one) => !one.scanner.dead && one.places > 1 && one.begun < one.places)
          : undefined;
      if (shared) return shared;
      if (extra.size < MOST_EXTRA) {
        const made: Extra = { places, begun: 0, scanner: (known ? takeSpare() : takeReady()) ?? start() };
        extra.add(made);
        return made;
      }
      await new Promise<void>((resolve) => queued.push(resolve));
    }
  };
  const keepOrRetire = (scanner: ScannerProcess): void => {
    if (scanner.dead || closed || survivors.size >= MOST_SURVIVORS) {
      scanner.retire();
      return;
    }
    survivors.add(scanner);
    setTimeout(() => {
      if (survivors.delete(scanner)) scanner.retire();
    }, SURVIVOR_WAITS_MS).unref();
  };
  const leaveExtra = (one: Extra): void => {
    if (!extra.delete(one)) return;
    keepOrRetire(one.scanner);
    queued.shift()?.();
  };
  const runAsSuspect = async (order: ScanOrder, signal: AbortSignal, alone: boolean, known: boolean) => {
    const taken = await takeExtra(alone ? 1 : SUSPECTS_TOGETHER, known);
    taken.begun += 1;
    options.onSuspect?.(order.scanId, taken.scanner.pid, alone);
    const others = taken.begun > 1;
    try {
      const outcome = await scanIn(taken.scanner, order, signal);
      if (alone) taken.answered = order.url;
      return outcome;
    } catch (error) {
      if (!(error instanceof ScannerDied) || others || taken.begun > 1) throw error;
      killers.convict(order.url);
      throw new DiedAlone(error.message);
    } finally {
      if (taken.answered !== undefined) setTimeout(() => leaveExtra(taken), SETTLES_MS).unref();
      else if (taken.scanner.scans === 0) leaveExtra(taken);
    }
  };

  for (let n = 0; n < wanted; n += 1) startRegular();
  keepSpare();
  return {
    async run(order, signal, { deaths = 0 } = {}) {
      const known = killers.has(order.url);
      for (let died = known ? 2 : deaths; ; died += 1) {
        signal.throwIfAborted();
        try {
          if (died > 0) return await runAsSuspect(order, signal, died > 1, known);
          return await scanIn(leastBusy() ?? (await ready(leastBusy, signal)), order, signal);
        } catch (error) {
          if (!(error instanceof ScannerDied) || error instanceof DiedAlone) throw error;
        }
      }
    },
    ownerStatement: async (host, signal) =>
      (leastBusy() ?? (await ready(leastBusy, signal))).ownerStatement(host, signal),
    callback: async (order, signal) => (leastBusy() ?? (await ready(leastBusy, signal))).callback(order, signal),
    able() {
      const trouble = performance.now() - diedAt <= TROUBLE_MS;
      const all = [...regular, ...[...extra].map(({ scanner }) => scanner), ...survivors, ...(spare ? [spare] : [])];
      return all.some(({ figures, dead, answers }) => !dead && answers && (!trouble || figures.cpuMs > 0));
    },
    figures() {
      const alive = [...regular, ...[...extra].map(({ scanner }) => scanner)];
      return {
        processes: wanted,
        cpuMs: cpuOfDead + alive.reduce((sum, { figures }) => sum + figures.cpuMs, 0),
        utilization: alive.reduce((sum, { figures }) => sum + figures.utilization, 0) / Math.max(1, regular.size),
        loopP99Ms: Math.max(0, ...alive.map(({ figures }) => figures.loopP99Ms)),
      };
    },
    close() {
      closed = true;
      for (const scanner of [
        ...regular,
        ...worn,
        ...[...extra].map((one) => one.scanner),
        ...survivors,
        ...(spare ? [spare] : []),
      ])
        scanner.retire();
    },
  };
}

/** It ran alone in its process, so there is no doubt any more. */
class DiedAlone extends ScannerDied {}

async function ready<T>(find: () => T | undefined, signal: AbortSignal): Promise<T> {
  for (;;) {
    const found = find();
    if (found) return found;
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
