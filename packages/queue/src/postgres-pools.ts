import type { PostgresConnectionOptions } from 'bullmq';
import pg from 'pg';
import { connectionSettings } from '@palisade/db/connection-settings';

/** The queues that a process adds to share these. Opened on demand. */
const TO_ADD = 4;
/** A job needs the queue's tables only when it starts and ends. */
const toWork = (concurrency: number) => Math.min(8, Math.max(2, Math.ceil(concurrency / 4)));

/**
 * Longer than the pause between two periodic statements (10 s): each would open a connection again, which costs
 * PostgreSQL a process.
 */
const IDLE_MS = 30_000;

/** Where BullMQ's tables are, unless it is told another place. It sets this itself only for pools that it creates. */
const SCHEMA = '-c search_path=bullmq';
/**
 * What a worker writes to the queue (taken, finished) may be lost if the server crashes within
 * the next half second: the job then runs again, and its result is stored elsewhere, once. What a
 * producer adds is on disk before the call returns.
 */
const LAZY_COMMIT = '-c synchronous_commit=off';

/** What BullMQ uses of a pool. */
type SharedPool = Extract<PostgresConnectionOptions, { connect: unknown }>;

/**
 * The connections of one process to a queue on PostgreSQL. BullMQ would open a pool for each queue and each worker: a
 * process with five of both opened forty, most of them for one statement, and each cost both sides a handshake and
 * PostgreSQL a process.
 */
export interface PostgresPools {
  /** For a queue that jobs are added to. */
  toAdd(): SharedPool;
  /** For a worker that runs `concurrency` jobs at once. It keeps one connection to listen on. */
  toWork(concurrency: number): SharedPool;
  /** After all queues and workers. */
  close(): Promise<void>;
}

export function postgresPools(connectionString: string, onError: (error: Error) => void): PostgresPools {
  const pools: pg.Pool[] = [];
  const { options: given = '', ...place } = connectionSettings(connectionString);
  const open = (max: number, own: string): pg.Pool => {
    // The launcher has already run the migrations.
    const options = `${given} ${own}`.trim();
    const pool = new pg.Pool({
      ...place,
      max,
      options,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: IDLE_MS,
    });
    pool.on('error', onError);
    pools.push(pool);
    return pool;
  };
  let adding: pg.Pool | undefined;
  let working: pg.Pool | undefined;
  let [jobs, workers] = [0, 0];
  return {
    toAdd: () => shared((adding ??= open(TO_ADD, SCHEMA))),
    toWork(concurrency) {
      working ??= open(0, `${SCHEMA} ${LAZY_COMMIT}`);
      jobs += concurrency;
      workers += 1;
      // Read by the pool at each request.
      working.options.max = toWork(jobs) + workers;
      return shared(working);
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** The pool for one queue or worker, which can neither end it nor listen to its errors: those are reported once. */
function shared(pool: pg.Pool): SharedPool {
  const view = {
    options: pool.options,
    query: async (text: string, values?: readonly unknown[]) => await pool.query(text, values as unknown[]),
    connect: async () => await pool.connect(),
    end: async () => undefined,
    on: () => view,
    removeAllListeners: () => view,
  };
  // BullMQ's own description of a pool, which node-postgres' does not fit.
  return view as never;
}
