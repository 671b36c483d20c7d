import { setTimeout as delay } from 'node:timers/promises';
import {
  assertSchemaCompatibility,
  createRedisBackend,
  PostgresConnection,
  PostgresQueueBackend,
  type BackendFactory,
  type IQueueBackend,
  type PostgresConnectionOptions,
} from 'bullmq';

const FIRST_REST_MS = 200;
const LONGEST_REST_MS = 5_000;

export interface WorkerBackendOptions {
  /** Aborted when the worker starts to close: nothing waits or retries after that. */
  leaving: AbortSignal;
  onError: (error: Error) => void;
}

/**
 * The queue as a worker uses it. BullMQ 6.7 retries a failed fetch immediately, whatever the
 * error was unless it says ECONNREFUSED, and keeps a failed first connection to PostgreSQL forever:
 * together an endless chain of microtasks in which no signal and no timer fires. Here the first
 * connection is retried until it succeeds, and a pause follows each failed fetch.
 */
export function workerBackend(kind: 'postgres' | 'redis', options: WorkerBackendOptions): BackendFactory {
  const create = kind === 'redis' ? createRedisBackend : postgresFactory(options);
  return (name, opts, factoryOptions) => resting(create(name, opts as never, factoryOptions), options.leaving);
}

function postgresFactory(options: WorkerBackendOptions): BackendFactory<PostgresQueueBackend> {
  return (name, opts) => {
    const connection = new PatientConnection(opts.connection as PostgresConnectionOptions, options);
    // The name under which BullMQ itself lists a queue's workers.
    const listed = 'name' in opts && typeof opts.name === 'string' ? `${name}:w:${opts.name}` : name;
    return new PostgresQueueBackend(connection, name, opts as never, true, listed);
  };
}

class PatientConnection extends PostgresConnection {
  readonly #options: WorkerBackendOptions;
  #contact: Promise<void> | undefined;

  constructor(connection: PostgresConnectionOptions, options: WorkerBackendOptions) {
    super(connection);
    this.#options = options;
  }

  override waitUntilReady(): Promise<void> {
    return (this.#contact ??= this.#makeContact());
  }

  async #makeContact(): Promise<void> {
    const { leaving, onError } = this.#options;
    for (let restMs = FIRST_REST_MS; ; restMs = Math.min(2 * restMs, LONGEST_REST_MS)) {
      try {
        const client = await this.pool.connect();
        try {
          await assertSchemaCompatibility(client, this.schema);
        } finally {
          client.release();
        }
        // Deferred as in the library: listeners are attached after construction.
        setTimeout(() => this.emit('ready'), 0);
        return;
      } catch (error) {
        if (leaving.aborted) throw error;
        onError(error as Error);
      }
      await rest(restMs, leaving);
    }
  }
}

function resting<B extends IQueueBackend>(backend: B, leaving: AbortSignal): B {
  const take = backend.moveToActive.bind(backend);
  let failures = 0;
  backend.moveToActive = async (token, name) => {
    try {
      const taken = await take(token, name);
      failures = 0;
      return taken;
    } catch (error) {
      await rest(Math.min(FIRST_REST_MS * 2 ** failures, LONGEST_REST_MS), leaving);
      failures += 1;
      throw error;
    }
  };
  return backend;
}

/** Resolves early, without an error, when the worker closes. */
async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
