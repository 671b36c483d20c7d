/**
 * A leaderboard of BENCH_HOSTS (default 100) listed hosts is scanned in the background while callers wait for
 * their scans. The timer that starts four of them a minute runs without pause, so four are always in progress: the
 * maximum while callers wait. Measures the callers' wait before, during and after; the ratio is to before. A caller
 * sends the next request as soon as the last is answered. Sites, service, database and callers share this machine.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createDb } from '@palisade/db/client';
import { listHost, rankedHosts } from '@palisade/db/listed-hosts';
import { createBackend } from '@palisade/queue/backend';
import { startLab } from '@palisade/lab/lab';
import { createLogger } from '@palisade/telemetry/logger';
import { renewLeaderboard } from '../apps/report-worker/src/leaderboard.ts';
import { startStack } from '../test/stack.ts';
import { figure, percentile, progress, rounded, table } from './print.ts';
import { backends } from './stand/backends.ts';
import { inFlight } from './stand/clients.ts';

const HOSTS = Number(process.env['BENCH_HOSTS'] ?? 100);
const CALLERS = 4;
const BEFORE_SECONDS = 20;
const LONGEST_SECONDS = 300;

const listed = Array.from({ length: HOSTS }, (_, n) => `listed${n}.test`);
const lab = await startLab({ sites: [{ host: 'shop.test' }, ...listed.map((host) => ({ host }))] });

for await (const { backend: name, redis } of backends()) {
  const stack = await startStack({
    env: {
      ...lab.env,
      FREE_SCANS_PER_DAY: '1000000',
      LOG_LEVEL: 'error',
      ...(redis ? { REDIS_URL: redis.url } : {}),
    },
  });
  const databaseUrl = (await readFile(path.join(stack.dataDir, 'database.url'), 'utf8')).trim();
  const db = createDb(databaseUrl, { max: 2 });
  const backend = createBackend({ databaseUrl, redisUrl: redis?.url, onError: () => undefined });
  const log = createLogger({ service: 'bench', level: 'silent' });
  let asked = 0;
  let turnedAway = 0;
  const call = async () => {
    const answer = await stack.post('/api/scan', { url: `https://shop.test/?n=${(asked += 1)}` });
    if (answer.status !== 200) turnedAway += 1;
    await answer.text();
  };
  const measure = async (phase: string, until: () => boolean): Promise<number> => {
    progress(`${name}, ${phase}`);
    turnedAway = 0;
    const started = performance.now();
    const times = await inFlight(CALLERS, () => !until(), call);
    const p99 = percentile(times, 0.99);
    figure({
      backend: name,
      phase,
      scans: times.length,
      turned_away: turnedAway,
      seconds: rounded((performance.now() - started) / 1000),
      listed_hosts: (await rankedHosts(db, { sort: 'host', limit: 1, offset: 0 })).total,
      p50_ms: rounded(percentile(times, 0.5), 0),
      p99_ms: rounded(p99, 0),
      ratio_p50: rounded(percentile(times, 0.5) / (before?.p50 ?? percentile(times, 0.5)), 2),
      ratio_p99: rounded(p99 / (before?.p99 ?? p99), 2),
    });
    before ??= { p50: percentile(times, 0.5), p99 };
    return p99;
  };
  let before: { p50: number; p99: number } | undefined;
  const forSeconds = (seconds: number) => {
    const end = performance.now() + seconds * 1000;
    return () => performance.now() > end;
  };

  await inFlight(2, (n) => n < 30, call);
  await measure('before', forSeconds(BEFORE_SECONDS));
  for (const host of listed) await listHost(db, host);
  let done = false;
  const end = forSeconds(LONGEST_SECONDS);
  const renewing = (async () => {
    while (!done && !end()) {
      await renewLeaderboard({ db, backend, log });
      done = (await rankedHosts(db, { sort: 'host', limit: 1, offset: 0 })).total === HOSTS;
      await setTimeout(100);
    }
  })();
  await measure('while', () => done || end());
  await renewing;
  await measure('after', forSeconds(BEFORE_SECONDS));
  await backend.close();
  await db.$disconnect();
  await stack.stop();
}
table();
await lab.close();
