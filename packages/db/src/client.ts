import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { Prisma, PrismaClient } from './generated/client.ts';
import { statementNames } from './statement-names.ts';

export type Db = PrismaClient;
/** A transaction client: what `db.$transaction(async (tx) => …)` hands out. */
export type Tx = Prisma.TransactionClient;
export { Prisma };

export interface DbOptions {
  /** Connections in the pool. */
  max?: number;
}

/**
 * A Prisma client over node-postgres. Close it with `db.$disconnect()`.
 * @param url with `pgbouncer=true`, as Prisma has it: behind a pooler that keeps no prepared statements none are made
 */
export function createDb(url: string, options: DbOptions = {}): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
  });
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    // An idle connection that dies (server restart) must not take the process with it: the pool replaces it.
    onPoolError: () => undefined,
    onConnectionError: () => undefined,
    ...(/[?&]pgbouncer=true(&|$)/u.test(url) ? {} : { statementNameGenerator: statementNames() }),
  });
  const db = new PrismaClient({ adapter });
  drivers.set(db, adapter.connect());
  return db;
}

/** Of whole clients: transactions of theirs have none. */
const drivers = new WeakMap<Tx, Promise<SqlDriverAdapter>>();

export type DirectValue = string | number | boolean | Uint8Array | null;

/**
 * A statement past Prisma's client, which writes each value into JSON and reads it again: with a report in it, that is
 * most of what a statement costs this process. Same pool, same names for statements, same errors. In a transaction,
 * and with a client that `createDb` did not make, it goes through Prisma.
 * @param sql with $1, $2 …
 * @returns rows as arrays, in the order of the columns; those have names that differ, and none is JSON
 */
export async function direct(db: Tx, sql: string, values: readonly DirectValue[]): Promise<unknown[][]> {
  const driver = await drivers.get(db);
  if (!driver) return (await db.$queryRawUnsafe<object[]>(sql, ...values)).map((row) => Object.values(row));
  const argTypes = values.map(() => ({ scalarType: 'unknown', arity: 'scalar' }) as const);
  return (await driver.queryRaw({ sql, args: [...values], argTypes })).rows;
}
