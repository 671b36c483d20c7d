import type { Tx } from './client.ts';

/**
 * What several processes go by (leases, what is due, who is alive) goes by the clock of the database, which they have in
 * common: those of their machines may differ by hours.
 */
export async function databaseTime(db: Tx): Promise<Date> {
  const [row] = await db.$queryRaw<{ now: Date }[]>`select now()`;
  return row?.now ?? new Date();
}
