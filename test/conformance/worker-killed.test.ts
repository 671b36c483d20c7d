/** Specification §8 when things break: the worker dies in the middle, on both queue backends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLab, type Lab } from '@palisade/lab/lab';
import { redisOrSkip, startRedis, type RedisServer } from '../../packages/queue/test/redis-server.ts';
import { startStack, type Stack } from '../stack.ts';

const KINDS = redisOrSkip() ? (['postgres', 'redis'] as const) : (['postgres'] as const);
const LEFT = 7;
const CALLERS = 500;

describe.each(KINDS)('500 callers, 7 scans left, a worker killed, on %s', (kind) => {
  let lab: Lab;
  let redis: RedisServer | undefined;
  let stack: Stack;
  beforeAll(async () => {
    // Slow enough that the worker dies with the scans under way.
    lab = await startLab({ sites: [{ host: 'slow.test', https: { delayMs: 1500 } }] });
    redis = kind === 'redis' ? await startRedis() : undefined;
    stack = await startStack({
      env: { ...lab.env, SCAN_TIMEOUT_MS: '30000', ...(redis && { REDIS_URL: redis.url }) },
    });
  });
  afterAll(async () => {
    await stack?.stop();
    await redis?.stop();
    await lab?.close();
  });

  it('exactly 7 are served', async () => {
    const { stdout } = await stack.cli('keys', 'create', '--email', 'a@b.example', '--scans-per-month', String(LEFT));
    const key = stdout.trim();
    const worker = pidOf(stack, 'scan-worker');
    const answers = Array.from({ length: CALLERS }, async (_, caller) => {
      const answer = await stack.post('/api/scan/pro', { url: `slow.test/?${caller}` }, { 'x-api-key': key });
      await answer.arrayBuffer();
      return answer.status;
    });
    await expect.poll(() => lab.site('slow.test').requests.length, { timeout: 60_000 }).toBeGreaterThan(0);
    process.kill(worker, 'SIGKILL');
    const statuses = await Promise.all(answers);
    expect(statuses.filter((status) => status === 200)).toHaveLength(LEFT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(CALLERS - LEFT);
    const usage = await fetch(`${stack.baseUrl}/api/usage?key=${key}`);
    expect(await usage.json()).toMatchObject({ scans_used: LEFT, scans_limit: LEFT });
  }, 240_000);
});

/** Every process says its number in each of its log lines. */
function pidOf(stack: Stack, service: string): number {
  const line = stack
    .output()
    .split('\n')
    .find((text) => text.includes(`"service":"${service}"`));
  if (!line) throw new Error(`${service} has not said a word`);
  return (JSON.parse(line) as { pid: number }).pid;
}
