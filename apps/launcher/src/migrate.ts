/** Brings a database up to date and ends: what a deployment runs once before the services start. */
import { readWorkerConfig } from '@palisade/config/worker-config';
import { migrate } from '@palisade/db/migrate/migrate';
import { migrateQueue } from '@palisade/queue/migrate-queue';

const config = readWorkerConfig();
const applied = await migrate(config.DATABASE_URL);
if (!config.REDIS_URL) await migrateQueue(config.DATABASE_URL);
console.log(applied.length === 0 ? 'the database is up to date' : `applied ${applied.join(', ')}`);
