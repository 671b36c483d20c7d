import { runMigrations } from 'bullmq';
import pg from 'pg';

/** Brings BullMQ's own tables (schema `bullmq`) up to date; done once at start, not by every process. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await runMigrations(client);
  } finally {
    await client.end();
  }
}
