import { hasRedisServer, startRedis, type RedisServer } from '../../packages/queue/test/redis-server.ts';
import { progress } from '../print.ts';

/** Both queue backends in turn. Redis runs for its turn only; where there is none, that is said. */
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
