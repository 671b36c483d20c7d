/** Of each process for each queue it adds to; opened when needed. */
const QUEUE_CONNECTIONS = 4;
/** A job needs the queue's tables only when it begins and ends. Besides these each worker has one to listen on. */
const connectionsFor = (concurrency: number) => Math.min(8, Math.max(2, Math.ceil(concurrency / 4)));

/**
 * What a worker writes to the queue (taken, finished) may be lost when the server crashes within
 * the next half second: the job runs again then, and its result is stored elsewhere, once. What a
 * producer adds is on disk before it is told so.
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
  // The launcher has run the migrations.
  return { connectionString, max, keepAlive: true, connectionTimeoutMillis: 5_000 };
}
