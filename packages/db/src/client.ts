import { PrismaPg } from '@prisma/adapter-pg';
import { Prisma, PrismaClient } from './generated/client.ts';

export type Db = PrismaClient;
/** A transaction client: what `db.$transaction(async (tx) => …)` hands out. */
export type Tx = Prisma.TransactionClient;
export { Prisma };

export interface DbOptions {
  /** Connections in the pool. */
  max?: number;
}

/** A Prisma client over node-postgres. Close it with `db.$disconnect()`. */
export function createDb(url: string, options: DbOptions = {}): Db {
  const adapter = new PrismaPg(
    { connectionString: url, max: options.max ?? 10, connectionTimeoutMillis: 5_000, idleTimeoutMillis: 30_000 },
    // An idle connection that dies (server restart) must not take the process with it: the pool replaces it.
    { onPoolError: () => undefined, onConnectionError: () => undefined },
  );
  return new PrismaClient({ adapter });
}
