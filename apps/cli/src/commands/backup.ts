import path from 'node:path';
import { parseArgs } from 'node:util';
import { backupCluster } from '@palisade/db/embedded/backup';
import { openOperatorDatabase } from '../operator-database.ts';
import { UsageError } from '../usage-error.ts';

export async function run(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new UsageError('backup takes one folder');
  const { config, url, close } = await openOperatorDatabase();
  try {
    if (config.DATABASE_URL)
      throw new UsageError('DATABASE_URL is set: back that server up with its own tools (pg_dump, pg_basebackup)');
    const { files, bytes } = await backupCluster({ url, dataDir: config.DATA_DIR, folder: path.resolve(folder) });
    console.log(`${path.resolve(folder)}: ${files} files, ${Math.ceil(bytes / 1_048_576)} MB`);
    return 0;
  } finally {
    await close();
  }
}
