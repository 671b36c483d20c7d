import type { EgressPolicy } from '@palisade/scanner/gather/net/egress';
import { scan } from '@palisade/scanner/scan';
import { observatory, resolveTo } from '../peers/observatory.ts';
import { figure, percentile, rounded } from '../print.ts';
import type { BenchLab } from './lab-process.ts';

const ROUNDS = 40;
/** A worker's process is this warm after a minute: V8 has compiled what a scan needs. */
const WARM_UP = 120;
const COLD_ROUNDS = 20;

interface Cost {
  wallMs: number[];
  cpuMs: number[];
}

/**
 * One scan each, alternating, on the same site in the same process: processor and wall time of a complete scan, of the first ones
 * (as the command line makes them) and of those of a warm process (as a worker makes them).
 */
export async function compareWithObservatory(host: string, policy: EgressPolicy, lab: BenchLab): Promise<void> {
  const url = lab.urls[host] ?? '';
  // It supports only the default ports.
  const observe = URL.parse(url)?.port === '' ? await observatory() : null;
  if (!observe)
    console.log('HTTP Observatory is not measured: it cannot be fetched from npm, or port 443 cannot be bound.');
  const tools: [name: string, run: () => Promise<unknown>][] = [
    ['Palisade', () => scan(url, { policy, timeoutMs: 30_000 })],
  ];
  if (observe) tools.push(['HTTP Observatory', () => observe(host)]);
  const restore = resolveTo(new Map(Object.entries(lab.addresses)), lab.caPem);
  const costs = new Map<string, Cost>();
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [name, run] of tools) {
      const [cpu, started] = [process.cpuUsage(), performance.now()];
      await run();
      const used = process.cpuUsage(cpu);
      const phase = round >= 0 ? 'warm' : round < COLD_ROUNDS - WARM_UP ? 'first' : null;
      if (phase === null) continue;
      const row = `${name}, ${host}, ${phase}`;
      const cost = costs.get(row) ?? { wallMs: [], cpuMs: [] };
      costs.set(row, cost);
      cost.wallMs.push(performance.now() - started);
      cost.cpuMs.push((used.user + used.system) / 1000);
    }
  }
  restore();
  for (const [what, { wallMs, cpuMs }] of costs) {
    figure({
      what,
      scans: wallMs.length,
      p50_ms: rounded(percentile(wallMs, 0.5)),
      cpu_ms_p50: rounded(percentile(cpuMs, 0.5)),
      cpu_ms_mean: rounded(cpuMs.reduce((sum, one) => sum + one, 0) / cpuMs.length),
    });
  }
}
