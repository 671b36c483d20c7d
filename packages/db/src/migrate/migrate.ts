import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { withConnection } from '../with-connection.ts';
import { MIGRATIONS_FOLDER, NO_FILTER, withSchemaEngine } from './schema-engine.ts';

/** Any fixed number: an advisory lock that keeps two starts from migrating one database at the same time. */
const ADVISORY_LOCK = 7_251_301;

/**
 * Applies the migrations that the database does not have yet.
 * @returns their names, in order; empty when it was up to date
 */
export async function migrate(url: string): Promise<string[]> {
  return withConnection({ url }, async (guard) => {
    await guard.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    return withSchemaEngine(url, async (engine) => {
      const applied = await engine.applyMigrations({ migrationsList: await migrationsList(), filters: NO_FILTER });
      return applied.appliedMigrationNames;
    });
  });
}

export async function migrationsList() {
  const entries = await readdir(MIGRATIONS_FOLDER, { withFileTypes: true }).catch(() => []);
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
  const migrationDirectories = await Promise.all(
    folders.map(async (name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok' as const,
          value: await readFile(path.join(MIGRATIONS_FOLDER, name, 'migration.sql'), 'utf8'),
        },
      },
    })),
  );
  return {
    baseDir: MIGRATIONS_FOLDER,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories,
  };
}
