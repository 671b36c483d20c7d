import { createServer, connect, type AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { redisOrSkip, startRedis } from '../test/redis-server.ts';
import { createBackend } from './backend.ts';
import { defineJob } from './job.ts';
it.runIf(redisOrSkip())(
  'a queue whose first connection failed works once Redis answers',
  async () => {
    const redis = await startRedis();
    const port = Number(new URL(redis.url).port);
    let mute = true;
    // Accepts connections and sends nothing, like a Redis that is stopped or overloaded.
    const proxy = createServer((near) => {
      near.on('error', () => undefined);
      if (mute) return;
      const far = connect(port, '127.0.0.1');
      far.on('error', () => undefined);
      near.pipe(far).pipe(near);
      near.on('close', () => far.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const redisUrl = redis.url.replace(String(port), String((proxy.address() as AddressInfo).port));
    const backend = createBackend({ databaseUrl: 'postgresql://unused', redisUrl, onError: () => undefined });
    const queue = backend.queue(
      defineJob({ queue: 'first', payload: z.object({ n: z.int() }), attempts: 1, backoffMs: 1 }),
    );
    await expect(queue.add({ n: 1 }, { jobId: randomUUID() })).rejects.toThrow();
    mute = false;
    const added = () =>
      queue.add({ n: 2 }, { jobId: 'second' }).then(
        () => true,
        () => false,
      );
    await expect.poll(added, { timeout: 15_000 }).toBe(true);
    await backend.close();
    proxy.close();
    await redis.stop();
  },
  30_000,
);
