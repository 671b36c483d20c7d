/** Brings a database up to date and ends: what a deployment runs once before the services start. */
import { readConfig } from '@palisade/config/config';
import { migrate } from '@palisade/db/migrate/migrate';
import { migrateQueue } from '@palisade/queue/migrate-queue';

const config = readConfig();
if (!config.DATABASE_URL) throw new Error('DATABASE_URL is not set');
const applied = await migrate(config.DATABASE_URL);
if (!config.REDIS_URL) await migrateQueue(config.DATABASE_URL);
console.log(applied.length === 0 ? 'the database is up to date' : `applied ${applied.join(', ')}`);
