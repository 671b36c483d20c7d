import { createServer, connect, type AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { redisOrSkip, startRedis } from '../test/redis-server.ts';
import { createBackend } from './backend.ts';
import { defineJob } from './job.ts';

const job = defineJob({ queue: 'first', payload: z.object({ n: z.int() }), attempts: 1, backoffMs: 1 });

/** Accepts connections and sends nothing, like a Redis that is stopped or overloaded, until it is no longer mute. */
async function muteRedis() {
  const redis = await startRedis();
  const port = Number(new URL(redis.url).port);
  const state = { mute: true };
  const proxy = createServer((near) => {
    near.on('error', () => undefined);
    if (state.mute) return;
    const far = connect(port, '127.0.0.1');
    far.on('error', () => undefined);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const redisUrl = redis.url.replace(String(port), String((proxy.address() as AddressInfo).port));
  const errors: string[] = [];
  const onError = ({ message }: Error) => errors.push(message);
  return {
    state,
    errors,
    redis,
    backend: createBackend({ databaseUrl: 'postgresql://unused', redisUrl, onError }),
    async close() {
      proxy.close();
      await redis.stop();
    },
  };
}

it.runIf(redisOrSkip())(
  'a schedule waits for a Redis that does not answer yet, instead of ending its process',
  async () => {
    const { state, errors, backend, close } = await muteRedis();
    const scheduled = backend.queue(job).every(60_000, 'tick', { n: 1 });
    await expect.poll(() => errors.length).toBeGreaterThan(2);
    state.mute = false;
    await scheduled;
    expect(await backend.queue(job).raw.getJobSchedulersCount()).toBe(1);
    await backend.close();
    await close();
  },
  60_000,
);

it.runIf(redisOrSkip())(
  'a schedule fails soon, with the reason, if Redis refuses the password',
  async () => {
    const redis = await startRedis();
    const wrong = new URL(redis.url);
    wrong.password = 'not-this-one';
    const backend = createBackend({
      databaseUrl: 'postgresql://unused',
      redisUrl: wrong.href,
      onError: () => undefined,
    });
    const started = performance.now();
    await expect(backend.queue(job).every(60_000, 'tick', { n: 1 })).rejects.toThrow(/WRONGPASS/u);
    expect(performance.now() - started).toBeLessThan(20_000);
    await backend.close();
    await redis.stop();
  },
  60_000,
);

it.runIf(redisOrSkip())(
  'a queue whose first connection failed works once Redis answers',
  async () => {
    const { state, backend, close } = await muteRedis();
    const queue = backend.queue(job);
    await expect(queue.add({ n: 1 }, { jobId: randomUUID() })).rejects.toThrow();
    state.mute = false;
    const added = () =>
      queue.add({ n: 2 }, { jobId: 'second' }).then(
        () => true,
        () => false,
      );
    await expect.poll(added).toBe(true);
    await backend.close();
    await close();
  },
  30_000,
);
