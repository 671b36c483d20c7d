/** Per process, for each queue it adds to; opened on demand. */
const QUEUE_CONNECTIONS = 4;
/** A job needs the queue's tables only when it starts and ends. In addition each worker has one connection to listen on. */
const connectionsFor = (concurrency: number) => Math.min(8, Math.max(2, Math.ceil(concurrency / 4)));

/**
 * What a worker writes to the queue (taken, finished) may be lost if the server crashes within
 * the next half second: the job then runs again, and its result is stored elsewhere, once. What a
 * producer adds is on disk before the call returns.
 */
const LAZY_COMMIT = '-c synchronous_commit=off';

/** For a process that adds jobs to one queue. */
export function producerConnection(databaseUrl: string) {
  return connection(databaseUrl, QUEUE_CONNECTIONS);
}

/** For a worker that runs `concurrency` jobs at once. */
export function workerConnection(databaseUrl: string, concurrency: number) {
  return { ...connection(databaseUrl, connectionsFor(concurrency)), options: LAZY_COMMIT };
}

function connection(connectionString: string, max: number) {
  // The launcher has already run the migrations.
  return { connectionString, max, keepAlive: true, connectionTimeoutMillis: 5_000 };
}
