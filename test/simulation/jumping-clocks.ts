import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startRedis } from '../../packages/queue/test/redis-server.ts';
import { serviceProcess } from '../service-process.ts';
import { startStack } from '../stack.ts';
import { runStory } from './run-story.ts';

const PRELOAD = fileURLToPath(new URL('shifted-clock.cjs', import.meta.url));
const HOUR_MS = 3_600_000;
const PROCESSES = {
  API: /api\/src\/server\.ts$/,
  worker: /scan-worker\/src\/main\.ts$/,
  'report worker': /report-worker\/src\/main\.ts$/,
} as const;

/** Stories in which the clock of one process is set while scans are in progress. */
export async function jumpingClocks(
  kind: string,
  env: Readonly<Record<string, string>>,
  wanted: (name: string) => boolean,
): Promise<boolean> {
  const stories = Object.entries(PROCESSES).flatMap(([name, process_]) =>
    [1, -1].map((hours) => ({
      name: `the clock of the ${name} set ${hours > 0 ? 'forward' : 'back'} by an hour`,
      process_,
      hours,
    })),
  );
  const chosen = stories.filter(({ name }) => wanted(name));
  if (chosen.length === 0) return true;
  const redis = kind === 'redis' ? await startRedis() : undefined;
  const stack = await startStack({
    env: {
      ...env,
      FREE_SCANS_PER_DAY: '10000',
      NODE_OPTIONS: `--require=${PRELOAD}`,
      ...(redis && { REDIS_URL: redis.url }),
    },
  });
  const setClock = async (process_: RegExp, shiftMs: number) => {
    const pid = await serviceProcess(stack, process_);
    const file = path.join(stack.dataDir, 'clock-shift');
    await writeFile(file, String(shiftMs));
    process.kill(pid, 'SIGUSR2');
    // The process reports the offset of its clock: a story without a jump would prove nothing.
    for (let off = Number.NaN; !(Math.abs(off - shiftMs) < 1_000); await sleep(50))
      off = Number(await readFile(`${file}.${pid}`, 'utf8').catch(() => Number.NaN));
  };
  try {
    let sound = true;
    for (const { name, process_, hours } of chosen) {
      sound = (await runStory(stack, kind, name, () => setClock(process_, hours * HOUR_MS))) && sound;
      // The clock is correct again, with the state that the wrong one left behind.
      sound = (await runStory(stack, kind, `${name}, and right again`, () => setClock(process_, 0))) && sound;
    }
    return sound;
  } finally {
    await stack.stop();
    await redis?.stop();
  }
}
