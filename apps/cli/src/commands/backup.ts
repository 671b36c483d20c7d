import path from 'node:path';
import { backupCluster } from '@palisade/db/embedded/backup';
import { openOperatorDatabase } from '../operator-database.ts';
import { line } from '../terminal/shown.ts';
import { print } from '../terminal/write.ts';
import { UsageError } from '../usage-error.ts';

export async function backup(folder: string): Promise<void> {
  const { config, url, close } = await openOperatorDatabase();
  try {
    if (config.DATABASE_URL)
      throw new UsageError('DATABASE_URL is set: back up that server with its own tools (pg_dump, pg_basebackup)');
    const { files, bytes } = await backupCluster({ url, dataDir: config.DATA_DIR, folder: path.resolve(folder) });
    print(line`${path.resolve(folder)}: ${files} files, ${Math.ceil(bytes / 1_048_576)} MB`);
  } finally {
    await close();
  }
}
