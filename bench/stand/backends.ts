import { hasRedisServer, startRedis, type RedisServer } from '../../packages/queue/test/redis-server.ts';
import { progress } from '../print.ts';

/** Both queue backends in turn. Redis runs only for its turn; if it is not installed, a message says so. */
export async function* backends(): AsyncGenerator<{ backend: 'postgres' | 'redis'; redis: RedisServer | undefined }> {
  yield { backend: 'postgres', redis: undefined };
  if (!hasRedisServer) {
    progress('redis: not measured, redis-server is missing');
    return;
  }
  const redis = await startRedis();
  yield { backend: 'redis', redis };
  await redis.stop();
}
