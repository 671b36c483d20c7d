/**
 * Where the processor time of a scan goes: the shop page of the `scan` benchmark, BENCH_SCANS times (default 300),
 * 20 in flight as in a scanner process, under V8's sampling profiler. Shares of this process's busy time: first by
 * layer, then the functions with the most self time. Node's own JavaScript counts for its module; `native` is
 * everything that is not JavaScript: system calls, OpenSSL, the HTML parser's strings.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Session, type Profiler } from 'node:inspector/promises';
import { readConfig } from '@palisade/config/config';
import { policyFrom } from '@palisade/scanner/policy';
import { scan } from '@palisade/scanner/scan';
import { figure, rounded, table } from './print.ts';
import type { BenchLab } from './scan/lab-process.ts';
import { SOUND } from './scan/sites.ts';

const SCANS = Number(process.env['BENCH_SCANS'] ?? 300);
const LONGEST_LIST = 25;
const LEAST_PERCENT = 0.5;

const child = fork(new URL('./scan/lab-process.ts', import.meta.url), ['0']);
const [lab] = (await once(child, 'message')) as [BenchLab];
const policy = policyFrom(readConfig(lab.near));
const one = () => scan(lab.urls[SOUND.host] ?? '', { policy, timeoutMs: 30_000 });
const scans = async (count: number): Promise<void> => {
  for (let done = 0; done < count; done += 20) await Promise.all(Array.from({ length: 20 }, one));
};
await scans(100);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: 200 });
await session.post('Profiler.start');
const before = process.cpuUsage();
await scans(SCANS);
const used = process.cpuUsage(before);
const { profile } = await session.post('Profiler.stop');
session.disconnect();
child.disconnect();

const own = ownTime(profile);
const busy = [...own].filter(([{ callFrame }]) => callFrame.functionName !== '(idle)');
const total = busy.reduce((sum, [, time]) => sum + time, 0);
const share = (time: number) => rounded((100 * time) / total);
figure({ what: 'processor time of this process', cpu_ms_per_scan: rounded((used.user + used.system) / 1000 / SCANS) });
const layers = summed(busy, layerOf);
for (const [layer, time] of layers) if (share(time) >= LEAST_PERCENT) figure({ layer, share_percent: share(time) });
const rest = layers.filter(([, time]) => share(time) < LEAST_PERCENT).reduce((sum, [, time]) => sum + time, 0);
figure({ layer: `${layers.length} layers in all, those below ${LEAST_PERCENT} %`, share_percent: share(rest) });
const functions = summed(busy, ({ callFrame }) => `${callFrame.functionName || '(anonymous)'} ${placeOf(callFrame)}`);
for (const [name, time] of functions.slice(0, LONGEST_LIST)) figure({ function: name, share_percent: share(time) });
table();

/** Microseconds for which each node was on top of the stack. */
function ownTime({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<Profiler.ProfileNode, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const times = new Map<Profiler.ProfileNode, number>();
  for (const [at, id] of samples.entries()) {
    const node = byId.get(id);
    if (node) times.set(node, (times.get(node) ?? 0) + (timeDeltas[at] ?? 0));
  }
  return times;
}

function summed(
  entries: readonly [Profiler.ProfileNode, number][],
  nameOf: (node: Profiler.ProfileNode) => string,
): [string, number][] {
  const sums = new Map<string, number>();
  for (const [node, time] of entries) sums.set(nameOf(node), (sums.get(nameOf(node)) ?? 0) + time);
  return [...sums].toSorted(([, a], [, b]) => b - a);
}

function placeOf({ url, lineNumber }: Profiler.ProfileNode['callFrame']): string {
  const place = url.replace(/^.*\/(?=node_modules\/|packages\/|apps\/|bench\/)/, '');
  return place === '' ? '' : `${place}:${lineNumber + 1}`;
}

function layerOf({ callFrame }: Profiler.ProfileNode): string {
  const { functionName, url } = callFrame;
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/');
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (library) return library;
  const room = /packages\/([^/]+)\/src\/([^/]+)/.exec(url);
  if (room) return `${room[1]}/${room[2]}`;
  return url === '' ? 'native' : 'other';
}
