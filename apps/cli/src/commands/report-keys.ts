import { parseArgs } from 'node:util';
import { readConfig } from '@palisade/config/config';
import { createPublishedKey, publicSigningKeys } from '@palisade/db/signing-keys';
import { rotateSigningKey } from '@palisade/signing/key-file';
import { UsageError } from '../usage-error.ts';
import type { OperatorDeps } from './operator.ts';

/** `palisade report-keys …`: the keys that reports are signed with. @returns the exit code */
export async function run([command, ...rest]: string[], { db, out, err }: OperatorDeps): Promise<number> {
  parseArgs({ args: rest, options: {} });
  if (command === 'rotate') {
    const config = readConfig();
    if (config.REPORT_SIGNING_KEY) {
      throw new UsageError('report-keys: REPORT_SIGNING_KEY is set: put a new key there and restart the service');
    }
    const key = rotateSigningKey(config.DATA_DIR);
    await createPublishedKey(db, () => key)();
    out(key.kid);
    err('Reports are signed with it from now on. What older keys signed stays verifiable.');
  } else if (command === 'list') {
    // The set that `palisade verify --keys` reads.
    out(JSON.stringify({ keys: await publicSigningKeys(db) }, null, 2));
  } else {
    throw new UsageError(
      command === undefined ? 'report-keys: list or rotate?' : `report-keys: there is no command ${command}`,
    );
  }
  return 0;
}
