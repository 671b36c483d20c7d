import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { programCache } from '@palisade/config/program-cache';
import type { EgressPolicy } from '@palisade/scanner/gather/net/egress';
import { heapMbFor } from '../../apps/scan-worker/src/scanner/scanner-heap.ts';
import { createScannerPool, type ScannerPool } from '../../apps/scan-worker/src/scanner/scanner-pool.ts';
import { scannerProgram } from '../../apps/scan-worker/src/scanner/scanner-program.ts';
import { figure, percentile, rounded } from '../print.ts';
import { forSeconds, inFlight } from '../stand/clients.ts';

const CLIENTS = 10;
const KILLER_EVERY_MS = 5_000;
const ROUNDS = 2;
const NEVER = new AbortController().signal;

interface Part {
  /** Of each honest scan, milliseconds. */
  walls: number[];
  answered: number;
  lost: number;
  seconds: number;
  kills: number;
}

/**
 * One scan that kills its process every five seconds, among honest ones, in the scanner processes of a worker. Calm and
 * storm alternate, so that other load on the machine affects both equally.
 * @param seconds of each phase
 */
export async function storm(url: string, policy: EgressPolicy, seconds: number): Promise<void> {
  let deaths = 0;
  const pool = await poolOf(policy, () => (deaths += 1));
  const total: Record<'calm' | 'storm', Part> = { calm: none(), storm: none() };
  try {
    await turn(pool, url, 3, false);
    for (let round = 0; round < ROUNDS; round += 1) {
      add(total.calm, await turn(pool, url, seconds, false));
      add(total.storm, await turn(pool, url, seconds, true));
    }
  } finally {
    pool.close();
  }
  const rate = ({ answered, seconds: lasted }: Part): number => answered / lasted;
  figure({
    bench: 'hostile: a killing scan every 5 s',
    scans: total.storm.answered + total.storm.lost,
    honest_answered: total.storm.answered,
    honest_lost: total.storm.lost + total.calm.lost,
    kills: total.storm.kills,
    processes_lost: deaths,
    scans_per_s_calm: rounded(rate(total.calm), 1),
    scans_per_s_storm: rounded(rate(total.storm), 1),
    throughput_kept: rounded(rate(total.storm) / rate(total.calm), 2),
    slowest_ms_calm: rounded(percentile(total.calm.walls, 1)),
    slowest_ms_storm: rounded(percentile(total.storm.walls, 1)),
  });
}

/** Honest scans a second of one worker with one scanner process and with two, alternating: the benefit of a second processor. */
export async function processors(url: string, policy: EgressPolicy, seconds: number): Promise<void> {
  const rates: number[] = [];
  for (const processes of [1, 2]) {
    const pool = await poolOf(policy, () => undefined, processes);
    try {
      await turn(pool, url, 3, false);
      const { answered, seconds: lasted } = await turn(pool, url, seconds, false);
      rates.push(answered / lasted);
    } finally {
      pool.close();
    }
  }
  const [one = 0, two = 0] = rates;
  figure({
    bench: 'hostile: one worker, one scanner process and two',
    scans_per_s_one: rounded(one, 1),
    scans_per_s_two: rounded(two, 1),
    ratio: rounded(two / one, 2),
  });
}

/** Started as by a worker, from a few files: the cost of a start is part of the cost of a crash. */
async function poolOf(policy: EgressPolicy, onDeath: () => void, processes?: number): Promise<ScannerPool> {
  const program = await scannerProgram(
    programCache('palisade-mortal-scanner', 0o755),
    'bench/scan/crashing-scanner.ts',
  );
  return createScannerPool({
    entry: program ?? new URL('crashing-scanner.ts', import.meta.url),
    policy,
    timeoutMs: 15_000,
    heapMb: heapMbFor(CLIENTS),
    onDeath,
    ...(processes !== undefined && { processes }),
  });
}

function none(): Part {
  return { walls: [], answered: 0, lost: 0, seconds: 0, kills: 0 };
}

function add(total: Part, part: Part): void {
  total.walls.push(...part.walls);
  for (const key of ['answered', 'lost', 'seconds', 'kills'] as const) total[key] += part[key];
}

async function turn(pool: ScannerPool, url: string, seconds: number, killing: boolean): Promise<Part> {
  const part = none();
  const end = new AbortController();
  const run = (target: string) => pool.run({ scanId: randomUUID(), url: target, priority: 0 }, NEVER);
  const killers = killing ? keepKilling(() => run('https://killer.test/'), part, end.signal) : Promise.resolve();
  const from = performance.now();
  await inFlight(CLIENTS, forSeconds(seconds), async () => {
    const began = performance.now();
    const outcome = await run(url).catch(() => null);
    part.walls.push(performance.now() - began);
    // A report, not an error.
    if (outcome && 'report' in outcome) part.answered += 1;
    else part.lost += 1;
  });
  part.seconds = (performance.now() - from) / 1000;
  end.abort();
  await killers;
  return part;
}

async function keepKilling(kill: () => Promise<unknown>, part: Part, signal: AbortSignal): Promise<void> {
  const given: Promise<unknown>[] = [];
  while (!signal.aborted) {
    part.kills += 1;
    given.push(kill().catch(() => undefined));
    await sleep(KILLER_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(given);
}
