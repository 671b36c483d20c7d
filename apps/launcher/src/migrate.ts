/** Migrates a database and exits: a deployment runs it once before the services start. */
import { databasePasswords, readMigrationConfig } from '@palisade/config/database-passwords';
import { migrate } from '@palisade/db/migrate/migrate';
import { grantAccess } from '@palisade/db/roles/grant-access';
import { migrateQueue } from '@palisade/queue/migrate-queue';

const config = readMigrationConfig();
const applied = await migrate(config.DATABASE_URL);
if (!config.REDIS_URL) await migrateQueue(config.DATABASE_URL);
const passwords = databasePasswords(config);
if (passwords) await grantAccess(config.DATABASE_URL, passwords);
console.log(applied.length === 0 ? 'the database is up to date' : `applied ${applied.join(', ')}`);
