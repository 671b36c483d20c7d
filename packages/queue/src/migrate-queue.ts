import { withConnection } from '@palisade/db/one-connection';
import { runMigrations } from 'bullmq';

/** Brings BullMQ's own tables (schema `bullmq`) up to date; done once at start, not by every process. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  await withConnection({ url: databaseUrl }, (client) => runMigrations(client));
}
