import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { percentile } from '../print.ts';

export interface Machine {
  processor: string;
  cores: number;
  memory_gb: number;
  node: string;
  /** One-minute load before and after: beyond the number of cores, something else ran too. */
  load_before: number;
  load_after: number;
  /** How fast the machine was just before: see `nodeStartMs`. Results older than 28 November 2026 have none. */
  node_start_ms?: number;
}

export function machine(loadBefore: number, nodeStart: number): Machine {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memory_gb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    load_before: loadBefore,
    load_after: load(),
    node_start_ms: nodeStart,
  };
}

const REPORT_CPU = fileURLToPath(new URL('report-cpu.cjs', import.meta.url));

/**
 * A yardstick for figures of different days: the processor time of `node -e 0` in milliseconds, median of nine. The
 * same kind of machine needed 21 ms on 23 November 2026 and 92 ms five days later.
 */
export function nodeStartMs(): number {
  const times = Array.from({ length: 9 }, () => {
    const { output } = spawnSync(process.execPath, ['--require', REPORT_CPU, '-e', '0'], {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
      encoding: 'utf8',
    });
    return Number(output[3]);
  });
  return Math.round(percentile(times, 0.5));
}

export function load(): number {
  return Number((loadavg()[0] ?? 0).toFixed(2));
}

/** Jiffies of the complete machine so far: all, and the busy ones. */
export function processorTime(): { busy: number; all: number } {
  const fields = (readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '')
    .trim()
    .split(/\s+/)
    .slice(1, 9)
    .map(Number);
  const all = fields.reduce((sum, ticks) => sum + ticks, 0);
  return { busy: all - (fields[3] ?? 0) - (fields[4] ?? 0), all };
}

/** Processor time that a process has used so far, in milliseconds; 0 if it has ended. */
export function processorMs(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

export function residentMb(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return Math.round((pages * 4096) / 1_048_576);
}
