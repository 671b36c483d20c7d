import pg from 'pg';

/**
 * One connection for one piece of work, closed after it. When the server ends it meanwhile, as it does when it is
 * stopped, the statement under way fails and so does the work: the process that waits for it goes on.
 */
export async function withConnection<T>(
  { url, connectTimeoutMs = 10_000 }: { url: string; connectTimeoutMs?: number },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  // Without a listener, an end between two statements would be an uncaught error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
