import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { Prisma, PrismaClient } from './generated/client.ts';
import { statementNames } from './statement-names.ts';
import { storing } from './storable.ts';

export type Db = PrismaClient;
/** A transaction client, as `db.$transaction(async (tx) => …)` passes it. */
export type Tx = Prisma.TransactionClient;
export { Prisma };

export interface DbOptions {
  /** Connections in the pool. */
  max?: number;
}

/**
 * How long a statement waits for a connection, and a transaction for its beginning. Prisma's own two seconds for the
 * latter are over on a busy machine before the server has opened a connection, and the caller got 503.
 */
const PATIENCE_MS = 5_000;

/**
 * A Prisma client over node-postgres. Close it with `db.$disconnect()`.
 * @param url with `pgbouncer=true`, as in Prisma: behind a pooler that does not keep prepared statements, none are created
 */
export function createDb(url: string, options: DbOptions = {}): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: PATIENCE_MS,
    idleTimeoutMillis: 30_000,
  });
  const driver = new PrismaPg(pool, {
    disposeExternalPool: true,
    // An idle connection that dies (server restart) must not crash the process: the pool replaces it.
    onPoolError: () => undefined,
    onConnectionError: () => undefined,
    ...(/[?&]pgbouncer=true(&|$)/u.test(url) ? {} : { statementNameGenerator: statementNames() }),
  });
  const adapter = storing(driver);
  const db = new PrismaClient({ adapter, transactionOptions: { maxWait: PATIENCE_MS } });
  drivers.set(db, adapter.connect());
  return db;
}

/** Only for complete clients; transaction clients have no pool. */
const drivers = new WeakMap<Tx, Promise<SqlDriverAdapter>>();

export type DirectValue = string | number | boolean | Uint8Array | null;

/**
 * Runs a statement without Prisma, which serializes each value to JSON and parses it again: with a report in it, that is
 * most of what a statement costs this process. Same pool, same statement names, same errors. In a transaction,
 * or with a client that `createDb` did not create, it goes through Prisma.
 * @param sql with $1, $2 …
 * @returns rows as arrays, in column order; column names must differ, and no column may be JSON
 */
export async function direct(db: Tx, sql: string, values: readonly DirectValue[]): Promise<unknown[][]> {
  const driver = await drivers.get(db);
  if (!driver) return (await db.$queryRawUnsafe<object[]>(sql, ...values)).map((row) => Object.values(row));
  const argTypes = values.map(() => ({ scalarType: 'unknown', arity: 'scalar' }) as const);
  return (await driver.queryRaw({ sql, args: [...values], argTypes })).rows;
}
