/**
 * Whole scans in this process, against sites of the lab in a separate process:
 *
 * - `observatory`: processor and wall time of a scan and of MDN HTTP Observatory, alternating, on the same site: the first 20, and 40 after 120
 * - `latency`: wall time over a delay line (`BENCH_RTT_MS`, 50), compared with the critical path computed from first principles
 * - `load`: throughput with 1, 20 and 100 scans in flight
 * - `memory`: resident memory before, during and after `BENCH_SCANS` scans (2,000); run with `--expose-gc`, as `npm run bench` does
 *
 * `BENCH_PARTS=latency,load` runs some of them. Each figure is a JSON line; a table of all follows at the end.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readConfig } from '@palisade/config/config';
import { policyFrom } from '@palisade/scanner/policy';
import { scan } from '@palisade/scanner/scan';
import { table } from './print.ts';
import { compareWithObservatory } from './scan/compare-observatory.ts';
import type { BenchLab } from './scan/lab-process.ts';
import { measureLatency } from './scan/latency.ts';
import { memoryAfter, underLoad } from './scan/load.ts';
import { DEFAULT, SOUND } from './scan/sites.ts';

const roundTripMs = Number(process.env['BENCH_RTT_MS'] ?? 50);
const scans = Number(process.env['BENCH_SCANS'] ?? 2_000);
const parts = (process.env['BENCH_PARTS'] ?? 'observatory,latency,load,memory').split(',');

const child = fork(new URL('./scan/lab-process.ts', import.meta.url), [String(roundTripMs)]);
const [lab] = (await once(child, 'message')) as [BenchLab];
const near = policyFrom(readConfig(lab.near));
const far = policyFrom(readConfig(lab.far));
const one = () => scan(lab.urls[SOUND.host] ?? '', { policy: near, timeoutMs: 30_000 });
if (parts.includes('observatory')) await compareWithObservatory(SOUND.host, near, lab);
else for (let n = 0; n < 100; n++) await one();
if (parts.includes('latency')) {
  for (const { host } of [SOUND, DEFAULT]) await measureLatency(lab.urls[host] ?? '', far, roundTripMs);
}
if (parts.includes('load')) await underLoad(one);
if (parts.includes('memory')) await memoryAfter(scans, one);
table();
child.disconnect();
