/**
 * How long does recovery take? `kill -9` of each part of the running service, BENCH_ROUNDS times (default 2), on
 * both queue backends: from the kill until an answer with a report. Callers ask every 50 ms. Nothing here restarts
 * Redis, so its time counts from its return three seconds later.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { postmaster, serviceProcess } from '../test/service-process.ts';
import { startStack } from '../test/stack.ts';
import { figure, percentile, progress, rounded, table } from './print.ts';
import { backends } from './stand/backends.ts';
import { startBenchLab } from './stand/lab.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 2);
const GIVE_UP_MS = 60_000;
const NEIGHBORS = 12;
const SCANNER = /palisade-scanner\/\w+\/scanner\.mjs$|scanner\/scanner\.ts$/;
const lab = await startBenchLab(1_500);

for await (const { backend, redis } of backends()) {
  const stack = await startStack({
    env: {
      ...lab.env,
      FREE_SCANS_PER_DAY: '1000000',
      LOG_LEVEL: 'error',
      ...(redis ? { REDIS_URL: redis.url } : {}),
    },
  });
  let asked = 0;
  const scan = async (host: string) => {
    const answer = await stack.post('/api/scan', { url: `${host}/?${(asked += 1)}` });
    await answer.arrayBuffer();
    return answer.status;
  };
  const untilServed = async () => {
    const started = performance.now();
    for (;;) {
      if ((await scan('shop.test').catch(() => 0)) === 200) return performance.now() - started;
      if (performance.now() - started > GIVE_UP_MS) throw new Error(`${backend}: not served within a minute`);
      await sleep(50);
    }
  };
  const kills: Record<string, () => Promise<{ ms: number; status: number }>> = {
    // One caller's scan is in progress in it: measured until that caller has the report.
    'scan worker, in mid-scan': async () => {
      const answer = scan('slow.test');
      await sleep(1_000);
      const killed = performance.now();
      process.kill(await serviceProcess(stack, /scan-worker\/src\/main\.ts$/), 'SIGKILL');
      const status = await answer;
      return { ms: performance.now() - killed, status };
    },
    // Parallel scans, one of whose scanners dies: the delay of the last answer compared with an undisturbed run.
    'a scanner: its neighbors wait longer by': async () => {
      const round = async (disturb: () => Promise<unknown>) => {
        const started = performance.now();
        const answers = Promise.all(Array.from({ length: NEIGHBORS }, () => scan('slow.test')));
        await sleep(1_000);
        await disturb();
        const statuses = await answers;
        return { ms: performance.now() - started, status: Math.max(...statuses) };
      };
      const calm = await round(async () => undefined);
      const { ms, status } = await round(async () => process.kill(await serviceProcess(stack, SCANNER), 'SIGKILL'));
      return { ms: ms - calm.ms, status };
    },
    'scan worker, a new caller': async () => {
      process.kill(await serviceProcess(stack, /scan-worker\/src\/main\.ts$/), 'SIGKILL');
      return { ms: await untilServed(), status: 200 };
    },
    API: async () => {
      process.kill(await serviceProcess(stack, /api\/src\/server\.ts$/), 'SIGKILL');
      return { ms: await untilServed(), status: 200 };
    },
    PostgreSQL: async () => {
      process.kill(await postmaster(stack), 'SIGQUIT');
      return { ms: await untilServed(), status: 200 };
    },
    ...(redis && {
      Redis: async () => {
        redis.kill('SIGKILL');
        await sleep(3_000);
        await redis.start();
        return { ms: await untilServed(), status: 200 };
      },
    }),
  };
  for (const [killed, kill] of Object.entries(kills)) {
    const rounds: { ms: number; status: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      progress(`${backend}: ${killed}, ${round + 1} of ${ROUNDS}`);
      await untilServed();
      rounds.push(await kill());
      await untilServed();
    }
    const times = rounds.map(({ ms }) => ms);
    figure({
      backend,
      killed,
      rounds: ROUNDS,
      served: rounds.filter(({ status }) => status === 200).length,
      median_s: rounded(percentile(times, 0.5) / 1000, 2),
      worst_s: rounded(Math.max(...times) / 1000, 2),
    });
  }
  await stack.stop();
}
table();
lab.close();
