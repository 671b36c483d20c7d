import { migrationsList } from './migrate.ts';
import { NO_FILTER, withSchemaEngine, schemaFiles } from './schema-engine.ts';

/**
 * The SQL that is missing from the migrations compared with `prisma/*.prisma`.
 * @param url any database of a server where we may create another: the engine replays
 *   the migrations into its own shadow database
 * @returns null when schema and migrations match
 */
export async function schemaDrift(url: string): Promise<string | null> {
  return withSchemaEngine(url, async (engine) => {
    const result = await engine.diff({
      from: { tag: 'migrations', ...(await migrationsList()) },
      to: { tag: 'schemaDatamodel', files: await schemaFiles() },
      script: true,
      exitCode: true,
      filters: NO_FILTER,
    });
    return result.exitCode === 0 ? null : (result.stdout ?? '');
  });
}
