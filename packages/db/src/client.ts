import { PrismaPg } from '@prisma/adapter-pg';
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
  const adapter = new PrismaPg(
    { connectionString: url, max: options.max ?? 10, connectionTimeoutMillis: 5_000, idleTimeoutMillis: 30_000 },
    // An idle connection that dies (server restart) must not take the process with it: the pool replaces it.
    {
      onPoolError: () => undefined,
      onConnectionError: () => undefined,
      ...(/[?&]pgbouncer=true(&|$)/u.test(url) ? {} : { statementNameGenerator: statementNames() }),
    },
  );
  return new PrismaClient({ adapter });
}
