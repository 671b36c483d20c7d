import { figure, percentile, rounded } from '../print.ts';

/** Throughput with 1, 20 and 100 scans in flight in one process. */
export async function underLoad(one: () => Promise<unknown>): Promise<void> {
  for (const inFlight of [1, 20, 100]) {
    const total = Math.max(100, inFlight * 3);
    const times: number[] = [];
    let next = 0;
    const cpu = process.cpuUsage();
    const started = performance.now();
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (next++ < total) {
          const began = performance.now();
          await one();
          times.push(performance.now() - began);
        }
      }),
    );
    const wall = performance.now() - started;
    const used = process.cpuUsage(cpu);
    figure({
      what: 'scan in process',
      in_flight: inFlight,
      scans: total,
      scans_per_second: rounded((total / wall) * 1000),
      p50_ms: rounded(percentile(times, 0.5)),
      p99_ms: rounded(percentile(times, 0.99)),
      cpu_ms_per_scan: rounded((used.user + used.system) / 1000 / total, 2),
    });
  }
}

/** Resident memory in steps: a leak grows with every step, a cache only in the first ones. */
export async function memoryAfter(scans: number, one: () => Promise<unknown>): Promise<void> {
  const megabytes = (): number => {
    globalThis.gc?.();
    return rounded(process.memoryUsage.rss() / 1_048_576, 0);
  };
  const before = megabytes();
  const steps = 5;
  const seen: Record<string, number> = {};
  for (let done = 0, step = 1; step <= steps; step++) {
    for (const until = (scans * step) / steps; done < until; done += 20) {
      await Promise.all(Array.from({ length: 20 }, one));
    }
    seen[`rss_mb_after_${done}`] = megabytes();
  }
  figure({ what: 'memory', scans, rss_mb_before: before, ...seen, heap_used_mb: heapMb() });
}

function heapMb(): number {
  return rounded(process.memoryUsage().heapUsed / 1_048_576, 0);
}
