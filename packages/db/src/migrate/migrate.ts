import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
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
    // Most starts find nothing to do, and loading the engine takes longer than starting the database.
    return (await isUpToDate(guard)) ? [] : applyMissing(url);
  });
}

/** As `migrate`, without the lock, and with the engine even if there is nothing to apply. */
export function applyMissing(url: string): Promise<string[]> {
  return withSchemaEngine(url, async (engine) => {
    const applied = await engine.applyMigrations({ migrationsList: await migrationsList(), filters: NO_FILTER });
    return applied.appliedMigrationNames;
  });
}

/**
 * By the table in which Prisma's engine records what it does: every migration of this version has finished. Also false if
 * one was interrupted, which the engine reports.
 */
async function isUpToDate(client: pg.Client): Promise<boolean> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('_prisma_migrations') is not null as exists`,
  );
  if (found[0]?.exists !== true) return false;
  const { rows } = await client.query<{ name: string; finished: boolean }>(
    'select migration_name as name, finished_at is not null as finished from _prisma_migrations where rolled_back_at is null',
  );
  const finished = new Set(rows.flatMap((row) => (row.finished ? [row.name] : [])));
  return rows.every((row) => row.finished) && (await migrationNames()).every((name) => finished.has(name));
}

async function migrationNames(): Promise<string[]> {
  const entries = await readdir(MIGRATIONS_FOLDER, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
}

export async function migrationsList() {
  const migrationDirectories = await Promise.all(
    (await migrationNames()).map(async (name) => ({
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
