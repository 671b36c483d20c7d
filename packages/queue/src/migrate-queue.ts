import { withConnection } from '@palisade/db/with-connection';
import { runMigrations } from 'bullmq';

/** Migrates BullMQ's own tables (schema `bullmq`); done once at start, not by every process. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  await withConnection({ url: databaseUrl }, (client) => runMigrations(client));
}
