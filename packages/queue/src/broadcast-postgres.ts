import pg from 'pg';
import type { Broadcast } from './broadcast.ts';
import { untilReached } from './first-contact.ts';

const RECONNECT_MS = 100;

/** NOTIFY over the pool, LISTEN on one dedicated connection that is reopened whenever it closes. */
export function postgresBroadcast(databaseUrl: string, onError: (error: Error) => void): Broadcast {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, connectionTimeoutMillis: 2_000, keepAlive: true });
  pool.on('error', onError);
  const topics = new Map<string, Set<(message: string) => void>>();
  const reconnected: (() => void)[] = [];
  let listener: Promise<pg.Client> | undefined;
  let closed = false;

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true, connectionTimeoutMillis: 2_000 });
    client.on('error', onError);
    client.on('notification', ({ channel, payload }) => {
      for (const onMessage of topics.get(channel) ?? []) onMessage(payload ?? '');
    });
    await client.connect();
    try {
      for (const topic of topics.keys()) await client.query(`listen ${pg.escapeIdentifier(topic)}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    // Not before: a failing attempt closes too, and each would start another reconnection.
    client.once('end', () => {
      if (closed) return;
      listener = reconnect();
      // Closed meanwhile.
      listener.catch(() => undefined);
    });
    return client;
  };
  const reconnect = async (): Promise<pg.Client> => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
      if (closed) throw new Error('closed');
      try {
        const client = await connect();
        for (const listen of reconnected) listen();
        return client;
      } catch (error) {
        onError(error as Error);
      }
    }
  };

  return {
    async publish(topic, message) {
      await pool.query('select pg_notify($1, $2)', [topic, message]);
    },
    async subscribe(topic, onMessage) {
      const known = topics.get(topic);
      if (known) {
        known.add(onMessage);
        await listener;
        return;
      }
      topics.set(topic, new Set([onMessage]));
      listener ??= untilReached(connect, () => closed, onError);
      try {
        await (await listener).query(`listen ${pg.escapeIdentifier(topic)}`);
      } catch (error) {
        // The next subscription starts over.
        topics.delete(topic);
        await listener?.catch(() => (listener = undefined));
        throw error;
      }
    },
    onReconnect(listen) {
      reconnected.push(listen);
    },
    async ping() {
      await pool.query('select 1');
    },
    async close() {
      closed = true;
      const client = await listener?.catch(() => undefined);
      await client?.end().catch(onError);
      await pool.end();
    },
  };
}
