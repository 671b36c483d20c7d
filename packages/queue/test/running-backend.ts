import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import { createBackend, type QueueBackend } from '../src/backend.ts';
import { defineJob } from '../src/job.ts';
import { queueDatabase } from './queue-database.ts';
import { redisOrSkip, startRedis, type RedisServer } from './redis-server.ts';

/** Each backend must pass the complete contract. */
export const KINDS = redisOrSkip() ? (['postgres', 'redis', 'redis cluster'] as const) : (['postgres'] as const);

export interface RunningBackend {
  backend: QueueBackend;
  databaseUrl: string;
  /** Undefined on PostgreSQL. */
  redis: RedisServer | undefined;
  /** Like another process's. The caller closes it. */
  open(): QueueBackend;
}

/** One database and backend for the tests of the calling suite: started before them, stopped after them. */
export function runBackend(kind: (typeof KINDS)[number]): () => RunningBackend {
  let running: RunningBackend;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const database = await queueDatabase();
    const redis = kind === 'postgres' ? undefined : await startRedis({ cluster: kind === 'redis cluster' });
    const open = () =>
      createBackend({
        databaseUrl: database.url,
        redisUrl: redis?.url,
        redisCluster: kind === 'redis cluster',
        onError: () => undefined,
      });
    running = { backend: open(), databaseUrl: database.url, redis, open };
    close = async () => {
      await running.backend.close();
      await redis?.stop();
      await database.close();
    };
  });
  afterAll(() => close?.());
  return () => running;
}

/** Jobs of a queue that no other test uses. */
export const echo = () =>
  defineJob({ queue: `echo-${randomUUID()}`, payload: z.object({ n: z.int() }), attempts: 2, backoffMs: 10 });
