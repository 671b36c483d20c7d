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
    await client.connect().catch((error: unknown) => {
      throw unreachable(client, error);
    });
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Says which server it is about, and why: the error about a name with several addresses has no message of its own. */
function unreachable({ host, port }: pg.Client, error: unknown): Error {
  const { errors, message, code } = error as Partial<AggregateError> & { code?: string };
  const first = (errors as Error[] | undefined)?.[0]?.message;
  const why = message || first || code || 'no answer';
  return Object.assign(new Error(`the database at ${host}:${port} cannot be reached: ${why}`, { cause: error }), {
    code,
  });
}
