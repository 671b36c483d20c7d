/**
 * `node test/simulation/real-processes.ts [postgres|redis] [story…]`: stories of kills, pauses and partitions with the real
 * service. After each: within a minute no row is queued or running, no unit and no token is held, what was answered is what was
 * counted, and every URL can be scanned again. One JSON line each; ends with 1 where a promise was broken.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startLab } from '@palisade/lab/lab';
import { startRedis } from '../../packages/queue/test/redis-server.ts';
import { stillOpen } from '../at-rest.ts';
import { descendants } from '../descendants.ts';
import { postmaster, serviceProcess } from '../service-process.ts';
import { startStack } from '../stack.ts';

const SETTLED_MS = 60_000;
const SCANS = 6;
const [kind = 'postgres', ...chosen] = process.argv.slice(2);

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

/** Everything of a service stands still, then goes on. */
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

async function told(name: string, story: () => Promise<unknown>): Promise<boolean> {
  const urls = Array.from({ length: SCANS }, (_, n) => `slow.test/?${encodeURIComponent(name)}=${n}`);
  const [{ stdout }, token] = await Promise.all([
    stack.cli('keys', 'create', '--email', 'story@palisade.test'),
    stack.cli('tokens', 'create', '--kind', 'one-time', '--email', 'story@palisade.test'),
  ]);
  const key = stdout.trim();
  const scan = async (url: string, body: object = {}, headers: Record<string, string> = { 'x-api-key': key }) => {
    const to = 'one_time_token' in body ? '/api/scan' : '/api/scan/pro';
    const answer = await stack.post(to, { url, ...body }, headers).catch(() => null);
    await answer?.arrayBuffer().catch(() => undefined);
    return answer?.status ?? 0;
  };
  const withToken = () => scan('slow.test/?token', { one_time_token: token.stdout.trim() }, {});
  const answers = Promise.all([...urls.map((url) => scan(url)), withToken()]);
  await sleep(1_200);
  await story();
  const healed = performance.now();
  const until = healed + SETTLED_MS;
  const statuses = await answers;
  const broken: string[] = [];
  let open = await stillOpen(stack);
  while (open !== null && performance.now() < until) {
    await sleep(500);
    open = await stillOpen(stack);
  }
  if (open !== null) broken.push(open);
  const settledMs = Math.round(performance.now() - healed);
  const again = urls.map(async (url) => {
    let status = await scan(url);
    while (status !== 200 && performance.now() < until + SETTLED_MS) {
      await sleep(500);
      status = await scan(url);
    }
    if (status !== 200) broken.push(`${url} is still answered ${status}`);
  });
  await Promise.all(again);
  const usage = (await (await fetch(`${stack.baseUrl}/api/usage?key=${key}`)).json()) as { scans_used: number };
  const served = statuses.slice(0, SCANS).filter((status) => status === 200).length;
  // An answer that a killed API could not deliver may have been counted: its report was made and stored.
  const lost = statuses.slice(0, SCANS).filter((status) => status === 0).length;
  const used = usage.scans_used - urls.length;
  if (used < served || used > served + lost) broken.push(`${used} units for ${served} reports`);
  if (![200, 0].includes(statuses.at(-1) ?? 0) && (await withToken()) !== 200) broken.push('the token is gone');
  console.log(JSON.stringify({ story: name, kind, statuses, settledMs, broken }));
  return broken.length === 0;
}

let sound = true;
try {
  for (const [name, story] of Object.entries(STORIES)) {
    if (chosen.length === 0 || chosen.some((part) => name.includes(part))) sound = (await told(name, story)) && sound;
  }
} finally {
  await stack.stop();
  await redis?.stop();
  await lab.close();
}
process.exitCode = sound ? 0 : 1;
