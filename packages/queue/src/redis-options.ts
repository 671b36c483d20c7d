// oxlint-disable-next-line no-restricted-imports -- a test of a text, no connection
import { isIP } from 'node:net';
import { Cluster, Redis } from 'ioredis';

export interface RedisPlace {
  url: string;
  /** The URL names one node of a Redis Cluster; the others are discovered from it. */
  cluster: boolean;
}

/** Reconnect quickly: the default waits up to 20 s; measured 12.8 s late after a 45 s outage. */
const retryStrategy = (times: number): number => Math.min(times * 100, 1000);

function address(redisUrl: string) {
  const url = new URL(redisUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: Number(url.port || 6379),
    ...(url.username ? { username: decodeURIComponent(url.username) } : {}),
    ...(url.password ? { password: decodeURIComponent(url.password) } : {}),
    ...(url.pathname.length > 1 ? { db: Number(url.pathname.slice(1)) } : {}),
    // Node sends no server name by itself, and hosted servers share addresses.
    ...(url.protocol === 'rediss:' ? { tls: isIP(host) ? {} : { servername: host } } : {}),
  };
}

/** A producer fails within about a second when Redis is down or frozen: the caller gets 503 instead of hanging. */
function producerOptions(redisUrl: string) {
  return {
    ...address(redisUrl),
    retryStrategy,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 1000,
    commandTimeout: 1000,
  };
}

/** Blocking commands wait indefinitely by design: no command timeout here. */
function workerOptions(redisUrl: string) {
  return { ...address(redisUrl), retryStrategy, maxRetriesPerRequest: null, connectTimeout: 1000 };
}

export function redisOptions(url: string, use: 'produce' | 'work') {
  return use === 'produce' ? producerOptions(url) : workerOptions(url);
}

/** One connection; the caller closes it. */
export function openRedis({ url, cluster }: RedisPlace, use: 'produce' | 'work' | 'listen'): Redis | Cluster {
  const options = redisOptions(url, use === 'produce' ? 'produce' : 'work');
  if (!cluster) return new Redis(use === 'listen' ? { ...options, autoResubscribe: false } : options);
  const { host, port, retryStrategy, tls, ...rest } = options;
  return new Cluster([{ host, port }], {
    // Each node has a name of its own.
    redisOptions: { ...rest, ...(tls && { tls: {} }) },
    clusterRetryStrategy: retryStrategy,
    enableOfflineQueue: use === 'work',
    slotsRefreshTimeout: 2000,
  });
}

/**
 * Prefix of a queue's keys. In a cluster every script's keys must be on one node, which
 * the braces ensure (https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags);
 * each queue has its own, so that they spread over the nodes.
 */
export function keyPrefix(queue: string, { cluster }: RedisPlace): string {
  return cluster ? `{palisade-${queue}}` : 'bull';
}
