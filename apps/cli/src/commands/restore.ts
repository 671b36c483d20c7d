import path from 'node:path';
import { readConfig } from '@palisade/config/config';
import { restoreCluster } from '@palisade/db/embedded/restore';
import { line } from '../terminal/shown.ts';
import { print } from '../terminal/write.ts';
import { UsageError } from '../usage-error.ts';

export async function restore(folder: string): Promise<void> {
  const { DATA_DIR, DATABASE_URL } = readConfig();
  if (DATABASE_URL) throw new UsageError('DATABASE_URL is set: restore that server with its own tools');
  const former = await restoreCluster({ dataDir: DATA_DIR, folder: path.resolve(folder) });
  print(former ? line`restored; the previous files are at ${former}` : line`restored`);
}
