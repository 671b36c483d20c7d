import pg from 'pg';

/**
 * One connection for one task, closed after it. If the server closes it meanwhile, as it does when it is
 * stopped, the current statement fails and so does the task: the process that waits for it continues.
 */
export async function withConnection<T>(
  { url, connectTimeoutMs = 10_000 }: { url: string; connectTimeoutMs?: number },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  // Without a listener, a close between two statements would be an uncaught error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
