import type { EgressPolicy } from '@palisade/scanner/gather/net/egress';
import { scan } from '@palisade/scanner/scan';
import { observatory, resolveTo } from '../peers/observatory.ts';
import { figure, percentile, rounded } from '../print.ts';
import type { BenchLab } from './lab-process.ts';

const ROUNDS = 30;
const WARM_UP = 8;

interface Cost {
  wallMs: number[];
  cpuMs: number[];
}

/** One scan each, in turn, on the same site in the same process: processor and wall time of a whole scan. */
export async function besideObservatory(host: string, policy: EgressPolicy, lab: BenchLab): Promise<void> {
  const url = lab.urls[host] ?? '';
  // It knows the usual ports only.
  const observe = URL.parse(url)?.port === '' ? await observatory() : null;
  if (!observe)
    console.log('HTTP Observatory is not measured: it cannot be fetched from npm, or port 443 cannot be bound.');
  const tools: [name: string, run: () => Promise<unknown>][] = [
    ['Palisade', () => scan(url, { policy, timeoutMs: 30_000 })],
  ];
  if (observe) tools.push(['HTTP Observatory', () => observe(host)]);
  const restore = resolveTo(new Map(Object.entries(lab.addresses)), lab.caPem);
  const costs = new Map<string, Cost>(tools.map(([name]) => [name, { wallMs: [], cpuMs: [] }]));
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [name, run] of tools) {
      const [cpu, started] = [process.cpuUsage(), performance.now()];
      await run();
      const used = process.cpuUsage(cpu);
      const cost = costs.get(name);
      if (round < 0 || !cost) continue;
      cost.wallMs.push(performance.now() - started);
      cost.cpuMs.push((used.user + used.system) / 1000);
    }
  }
  restore();
  for (const [name, { wallMs, cpuMs }] of costs) {
    figure({
      what: `${name}, ${host}`,
      scans: wallMs.length,
      p50_ms: rounded(percentile(wallMs, 0.5)),
      cpu_ms_p50: rounded(percentile(cpuMs, 0.5)),
      cpu_ms_mean: rounded(cpuMs.reduce((sum, one) => sum + one, 0) / cpuMs.length),
    });
  }
}
