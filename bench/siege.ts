/**
 * Does the service survive a siege? The whole service for BENCH_MINUTES (default 10): BENCH_CALLERS (default 8)
 * callers who never stop, one scan in twenty of a hostile site, and a kill every BENCH_KILL_S (default 20)
 * seconds, mostly of scanners, and of each other part in turn. Every honest scan must be served, every answer must
 * be documented, memory and descriptors must stay constant (the middle of the last third compared with the first),
 * no process may be left behind, and everything must be settled within a minute of the end. `BENCH_QUEUE=postgres`
 * or `redis` (default) selects the queue.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startHostileLabProcess } from '@palisade/lab/hostile/lab-process';
import { hasRedisServer, startRedis } from '../packages/queue/test/redis-server.ts';
import { unfinishedWork } from '../test/unfinished-work.ts';
import { postmaster, serviceProcess } from '../test/service-process.ts';
import { startStack } from '../test/stack.ts';
import { figure, percentile, progress, rounded, table } from './print.ts';
import { createCallers } from './siege/callers.ts';
import { createFamilyWatch } from './siege/families.ts';
import { forSeconds, inFlight } from './stand/clients.ts';
import { load } from './stand/machine.ts';

const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 10);
const CALLERS = Number(process.env['BENCH_CALLERS'] ?? 8);
const KILL_EVERY_MS = Number(process.env['BENCH_KILL_S'] ?? 20) * 1000;
const ON_REDIS = process.env['BENCH_QUEUE'] !== 'postgres' && hasRedisServer;
const HOSTILE_EACH = 20;
const SAMPLE_MS = 10_000;
const DOCUMENT_MS = 30_000;
const SETTLED_MS = 60_000;
/** A process family is constant if it grew by no more than this share and this amount. */
const LEVEL = { share: 1.2, mb: 40, files: 20 };

const page = (title: string) => ({
  headers: [
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Set-Cookie', 'id=1; Secure; HttpOnly'],
  ] as [string, string][],
  body: `<!doctype html><title>${title}</title>${'<p>text</p>'.repeat(400)}<script src="/a.js"></script>`,
});
const lab = await startHostileLabProcess(
  Array.from({ length: 4 }, (_, n) => ({ host: `honest-${n}.test`, https: page(String(n)) })),
);
const queue = ON_REDIS ? 'redis' : 'postgres';
const redis = ON_REDIS ? await startRedis() : undefined;
process.once('exit', () => redis?.kill('SIGKILL'));
const stack = await startStack({
  env: {
    ...lab.env,
    SCAN_ALLOW_CIDRS: lab.policy.allowCidrs.join(','),
    SCAN_ALLOW_PORTS: lab.policy.allowPorts.join(','),
    FREE_SCANS_PER_DAY: '1000000',
    LOG_LEVEL: 'warn',
    ...(redis && { REDIS_URL: redis.url }),
  },
});
const watch = createFamilyWatch(async () => {
  const database = await postmaster(stack).catch(() => 0);
  return [stack.child.pid ?? 0, database, redis?.pid ?? 0].filter(Boolean);
});
const lastKill = { part: 'no kill', apiAt: Number.NEGATIVE_INFINITY };
const callers = createCallers(stack, () => lastKill);
const end = new AbortController();
const samples: Awaited<ReturnType<typeof watch.sample>>[] = [];
const kills: Record<string, number> = {};

const signal = async (command: RegExp) => process.kill(await serviceProcess(stack, command), 'SIGKILL');
const KILLS: Readonly<Record<string, () => Promise<unknown>>> = {
  scanner: () => signal(/\/scanner\.(?:ts|mjs)$/),
  'scan worker': () => signal(/scan-worker\/src\/main\.ts$/),
  'report worker': () => signal(/report-worker\/src\/main\.ts$/),
  API: () => {
    lastKill.apiAt = performance.now();
    return signal(/api\/src\/server\.ts$/);
  },
  PostgreSQL: async () => process.kill(await postmaster(stack), kills['PostgreSQL']! % 2 ? 'SIGKILL' : 'SIGQUIT'),
  ...(redis && {
    Redis: async () => {
      redis.kill('SIGKILL');
      await sleep(1_000);
      await redis.start();
    },
  }),
};
const others = Object.keys(KILLS).filter((part) => part !== 'scanner');

/** Runs until the siege ends; occasional failures of the action are only reported. */
async function every(ms: number, action: (turn: number) => Promise<unknown>): Promise<void> {
  for (let turn = 0; !end.signal.aborted; turn += 1) {
    await sleep(ms, undefined, { signal: end.signal }).catch(() => undefined);
    if (!end.signal.aborted) await action(turn).catch((error: unknown) => progress(String(error)));
  }
}

async function kill(turn: number): Promise<void> {
  const part = turn % 2 === 0 ? 'scanner' : (others[((turn - 1) / 2) % others.length] ?? 'scanner');
  kills[part] = (kills[part] ?? 0) + 1;
  lastKill.part = part;
  await KILLS[part]?.();
}

const started = performance.now();
const minutes = () => rounded((performance.now() - started) / 60_000, 1);
async function sample(turn: number): Promise<void> {
  const families = await watch.sample();
  samples.push(families);
  if (turn % 6 !== 0) return;
  const { served, servedAfterAskingAgain, notServed } = callers.tally;
  progress(
    [
      `${minutes()} min, served ${served} + ${servedAfterAskingAgain} asked again, not served ${notServed}, load ${load()}`,
      ...[...families].map(
        ([name, { mb, files, processes }]) => `${name} ${Math.round(mb)} MB ${files} fd ${processes} p`,
      ),
    ].join('; '),
  );
}

let key = '';
const background = [
  every(KILL_EVERY_MS, kill),
  every(SAMPLE_MS, sample),
  every(DOCUMENT_MS, async (turn) => {
    if (key === '' || turn % 100 === 0)
      key = (await stack.cli('keys', 'create', '--email', 'siege@palisade.test')).stdout.trim();
    await callers.document(`${lab.honest[turn % lab.honest.length]?.url}?document=${turn}`, key);
  }),
];
await inFlight(CALLERS, forSeconds(MINUTES * 60), async (n) => {
  if (n % HOSTILE_EACH === 0) {
    await callers.hostile(`${lab.hostile[(n / HOSTILE_EACH) % lab.hostile.length]?.url}?n=${n}`);
  } else await callers.honest(`${lab.honest[n % lab.honest.length]?.url}?n=${n}`);
});
end.abort();
const lasted = minutes();
await Promise.all(background);

const calmFrom = performance.now();
let open = await unfinishedWork(stack);
while (open !== null && performance.now() - calmFrom < SETTLED_MS) {
  await sleep(500);
  open = await unfinishedWork(stack);
}
const settledS = rounded((performance.now() - calmFrom) / 1000);
await watch.sample();
const leftBehind = watch.leftBehind();
const output = stack.output();
await stack.stop();
await redis?.stop();
await sleep(2_000);
const alive = watch.alive();
await lab.close();

const { tally } = callers;
const broken: string[] = [...tally.undocumented];
if (tally.notServed > 0) broken.push(`${tally.notServed} honest scans were not served in a minute`);
if (open !== null) broken.push(`not settled in a minute: ${open}`);
for (const { pid, command } of leftBehind) broken.push(`left behind: ${pid} ${command}`);
for (const { pid, command } of alive) broken.push(`alive after the end: ${pid} ${command}`);
const third = Math.floor(samples.length / 3);
for (const family of new Set(samples.flatMap((families) => [...families.keys()]))) {
  const middle = (of: typeof samples, what: 'mb' | 'files') =>
    percentile(
      of.flatMap((families) => families.get(family)?.[what] ?? []),
      0.5,
    );
  const [first, last] = [samples.slice(0, third), samples.slice(-third)];
  const [mbBefore, mbAfter] = [middle(first, 'mb'), middle(last, 'mb')];
  const [filesBefore, filesAfter] = [middle(first, 'files'), middle(last, 'files')];
  const level = mbAfter <= mbBefore * LEVEL.share + LEVEL.mb && filesAfter <= filesBefore * LEVEL.share + LEVEL.files;
  if (!level) broken.push(`${family}: ${mbBefore} MB, then ${mbAfter}; ${filesBefore} descriptors, then ${filesAfter}`);
  figure({
    queue,
    family,
    mb_first_third: rounded(mbBefore, 0),
    mb_last_third: rounded(mbAfter, 0),
    mb_most: rounded(Math.max(...samples.map((families) => families.get(family)?.mb ?? 0)), 0),
    files_first_third: filesBefore,
    files_last_third: filesAfter,
    level: level ? 'yes' : 'no',
  });
}
for (const [answer, times] of Object.entries(tally.answers).toSorted()) figure({ queue, answer, times });
for (const [refused, times] of Object.entries(tally.refusedAfter).toSorted()) figure({ queue, refused, times });
for (const [killed, times] of Object.entries(kills)) figure({ queue, killed, times });
figure({
  queue,
  minutes: lasted,
  honest_served: tally.served,
  after_asking_again: tally.servedAfterAskingAgain,
  not_served: tally.notServed,
  later_than_20_s: tally.late,
  undocumented: tally.undocumented.length,
  settled_after_s: settledS,
  left_behind: leftBehind.length,
  alive_after_the_end: alive.length,
});
table();
if (broken.length > 0) {
  for (const line of broken) console.error(`BROKEN ${line}`);
  console.error(output.slice(-20_000));
  process.exitCode = 1;
}
