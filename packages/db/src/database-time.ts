import type { Tx } from './client.ts';

/**
 * What several processes compare (leases, due times, heartbeats) uses the clock of the database, which they share:
 * the clocks of their machines may differ by hours.
 */
export async function databaseTime(db: Tx): Promise<Date> {
  const [row] = await db.$queryRaw<{ now: Date }[]>`select now()`;
  return row?.now ?? new Date();
}
