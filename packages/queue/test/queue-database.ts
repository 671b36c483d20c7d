import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { migrateQueue } from '../src/migrate-queue.ts';

/** A test database that also has the queue's own tables. */
export function queueDatabase(): Promise<TestDatabase> {
  return testDatabase({ name: 'queue', prepare: migrateQueue });
}
