import { readConfig } from '@palisade/config/config';
import { trustDataDir } from '@palisade/db/embedded/data-dir';
import { createPublishedKey, publicSigningKeys } from '@palisade/db/signing-keys';
import { rotateSigningKey } from '@palisade/signing/key-file';
import { UsageError } from '../usage-error.ts';
import type { OperatorDeps } from './operator.ts';

/** From now on, reports are signed with a new key. */
export async function rotateReportKey({ db, out, err }: OperatorDeps): Promise<void> {
  const config = readConfig();
  if (config.REPORT_SIGNING_KEY) {
    throw new UsageError('report-keys: REPORT_SIGNING_KEY is set: put a new key there and restart the service');
  }
  await trustDataDir(config.DATA_DIR);
  const key = rotateSigningKey(config.DATA_DIR);
  await createPublishedKey(db, () => key)();
  out(key.kid);
  err('It signs all new reports. Reports signed with older keys stay verifiable.');
}

/** The key set that `palisade verify --keys` reads. */
export async function listReportKeys({ db, out }: OperatorDeps): Promise<void> {
  for (const text of JSON.stringify({ keys: await publicSigningKeys(db) }, null, 2).split('\n')) out(text);
}
