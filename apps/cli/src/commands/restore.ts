import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '@palisade/config/config';
import { restoreCluster } from '@palisade/db/embedded/restore';
import { UsageError } from '../usage-error.ts';

export async function run(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new UsageError('restore takes one folder');
  const { DATA_DIR, DATABASE_URL } = readConfig();
  if (DATABASE_URL) throw new UsageError('DATABASE_URL is set: restore that server with its own tools');
  const former = await restoreCluster({ dataDir: DATA_DIR, folder: path.resolve(folder) });
  console.log(former ? `restored; the former files are at ${former}` : 'restored');
  return 0;
}
