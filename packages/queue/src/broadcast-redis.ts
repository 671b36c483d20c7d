import type { Broadcast } from './broadcast.ts';
import { openRedis, type RedisPlace } from './redis-options.ts';

/** Written to find out whether Redis accepts writes. */
const WRITTEN = 'palisade:writable';
const WRITTEN_FOR_MS = 60_000;

/**
 * Redis pub/sub: one connection to publish, one to listen. It resubscribes after a reconnect by itself: ioredis does that
 * too, but if the connection breaks again meanwhile, it leaves the rejection unhandled, which ends the process. Its
 * cluster client handles it.
 */
export function redisBroadcast(place: RedisPlace, onError: (error: Error) => void): Broadcast {
  const publisher = openRedis(place, 'produce');
  const subscriber = openRedis(place, place.cluster ? 'work' : 'listen');
  publisher.on('error', onError);
  subscriber.on('error', onError);
  const topics = new Map<string, Set<(message: string) => void>>();
  const reconnected: (() => void)[] = [];
  let readyBefore = false;
  const resume = async (): Promise<void> => {
    try {
      if (!place.cluster && topics.size > 0) await subscriber.subscribe(...topics.keys());
    } finally {
      for (const listen of reconnected) listen();
    }
  };
  subscriber.on('ready', () => {
    if (readyBefore) void resume().catch(onError);
    readyBefore = true;
  });
  subscriber.on('message', (topic: string, message: string) => {
    for (const onMessage of topics.get(topic) ?? []) onMessage(message);
  });

  return {
    async publish(topic, message) {
      await publisher.publish(topic, message);
    },
    async subscribe(topic, onMessage) {
      const known = topics.get(topic) ?? new Set();
      known.add(onMessage);
      topics.set(topic, known);
      await subscriber.subscribe(topic);
    },
    onReconnect(listen) {
      reconnected.push(listen);
    },
    /** A replica after a failover, a full memory and a failed snapshot still answer PING, and take no job. */
    async ping() {
      await publisher.set(WRITTEN, '1', 'PX', WRITTEN_FOR_MS);
    },
    async close() {
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}
