/**
 * `npm run db:diff -- <name>`: writes the migration that brings the existing
 * migrations up to `prisma/*.prisma`, using a temporary database.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startCluster } from '../embedded/cluster.ts';
import { schemaDrift } from './drift.ts';
import { MIGRATIONS_FOLDER } from './schema-engine.ts';

const name = process.argv[2];
const dataDir = await mkdtemp(path.join(tmpdir(), 'palisade-diff-'));
const cluster = await startCluster({ dataDir, ephemeral: true });
try {
  const sql = await schemaDrift(cluster.url);
  if (sql === null) {
    console.log('schema and migrations match');
  } else if (!name) {
    console.error(`missing from the migrations:\n\n${sql}\nrun: npm run db:diff -- <name>`);
    process.exitCode = 1;
  } else {
    const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
    const folder = path.join(MIGRATIONS_FOLDER, `${stamp}_${name}`);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'migration.sql'), sql);
    console.log(`wrote ${path.relative(process.cwd(), folder)}/migration.sql`);
  }
} finally {
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
}
