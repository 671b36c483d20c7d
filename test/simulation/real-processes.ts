/**
 * `node test/simulation/real-processes.ts [postgres|redis] [story…]`: stories of kills, pauses and partitions with the real
 * service. After each: within a minute no row is queued or running, no unit and no token is held, every answer was counted and
 * nothing else, and every URL can be scanned again. One JSON line each; exits with 1 if a promise was broken.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startLab } from '@palisade/lab/lab';
import { startRedis } from '../../packages/queue/test/redis-server.ts';
import { descendants } from '../descendants.ts';
import { postmaster, serviceProcess } from '../service-process.ts';
import { startStack } from '../stack.ts';
import { runStory } from './run-story.ts';
import { storiesOnExternalServers } from './external-servers.ts';
import { endAllOnSignal } from './end-all.ts';
import { jumpingClocks } from './jumping-clocks.ts';

const [kind = 'postgres', ...chosen] = process.argv.slice(2);

endAllOnSignal();
const lab = await startLab({ sites: [{ host: 'slow.test', https: { delayMs: 1_500 } }] });
const redis = kind === 'redis' ? await startRedis() : undefined;
const stack = await startStack({
  env: { ...lab.env, FREE_SCANS_PER_DAY: '10000', ...(redis && { REDIS_URL: redis.url }) },
});

const API = /api\/src\/server\.ts$/;
const WORKER = /scan-worker\/src\/main\.ts$/;
const REPORTS = /report-worker\/src\/main\.ts$/;
const SCANNER = /\/scanner\.(?:ts|mjs)$/;
const signal = async (process_: RegExp, name: NodeJS.Signals) =>
  process.kill(await serviceProcess(stack, process_), name);

/** All processes of a service are paused, then continued. */
async function paused(pids: readonly number[], ms: number): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await sleep(ms);
  for (const pid of pids) process.kill(pid, 'SIGCONT');
}
const withChildren = async (pid: number) => [pid, ...(await descendants(pid))];
const one = async (process_: RegExp) => [await serviceProcess(stack, process_)];

const STORIES: Readonly<Record<string, () => Promise<unknown>>> = {
  'worker killed': () => signal(WORKER, 'SIGKILL'),
  'worker asked to stop': () => signal(WORKER, 'SIGTERM'),
  'worker paused for 25 s': async () => paused(await one(WORKER), 25_000),
  'worker and its scanners paused for 25 s': async () =>
    paused(await withChildren(await serviceProcess(stack, WORKER)), 25_000),
  'worker paused, then killed': async () => {
    const [pid = 0] = await one(WORKER);
    process.kill(pid, 'SIGSTOP');
    await sleep(12_000);
    process.kill(pid, 'SIGKILL');
  },
  'scanner killed': () => signal(SCANNER, 'SIGKILL'),
  'scanner paused for good': () => signal(SCANNER, 'SIGSTOP'),
  'API killed': () => signal(API, 'SIGKILL'),
  'API paused for 25 s': async () => paused(await one(API), 25_000),
  'API and worker killed': () => Promise.all([signal(API, 'SIGKILL'), signal(WORKER, 'SIGKILL')]),
  'report worker killed': () => signal(REPORTS, 'SIGKILL'),
  'PostgreSQL killed': async () => process.kill(await postmaster(stack), 'SIGQUIT'),
  'PostgreSQL cut off for 12 s': async () => paused(await withChildren(await postmaster(stack)), 12_000),
  'worker killed, then PostgreSQL cut off for 8 s': async () => {
    await signal(WORKER, 'SIGKILL');
    await sleep(9_000);
    await paused(await withChildren(await postmaster(stack)), 8_000);
  },
  'PostgreSQL cut off for 12 s, the API killed meanwhile': async () => {
    const cut = paused(await withChildren(await postmaster(stack)), 12_000);
    await sleep(4_000);
    await signal(API, 'SIGKILL');
    await cut;
  },
  ...(redis && {
    'Redis killed and back after 3 s': async () => {
      redis.kill('SIGKILL');
      await sleep(3_000);
      await redis.start();
    },
    'Redis cut off for 12 s': () => paused([redis.pid], 12_000),
  }),
};

const wanted = (name: string) => chosen.length === 0 || chosen.some((part) => name.includes(part));
let sound = true;
try {
  for (const [name, story] of Object.entries(STORIES)) {
    if (wanted(name)) sound = (await runStory(stack, kind, name, story)) && sound;
  }
} finally {
  await stack.stop();
  await redis?.stop();
}
try {
  sound = (await storiesOnExternalServers(kind, lab.env, wanted)) && sound;
  sound = (await jumpingClocks(kind, lab.env, wanted)) && sound;
} finally {
  await lab.close();
}
process.exitCode = sound ? 0 : 1;
