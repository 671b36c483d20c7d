import type { Db } from '@palisade/db/client';
import { applyOwnerWord } from '@palisade/db/listed-hosts';
import { applyClaims } from '@palisade/db/owned-sites';
import type { Logger } from '@palisade/telemetry/logger';
import type { ScannerPool } from './scanner/scanner-pool.ts';

interface OwnerWordDeps {
  db: Db;
  scanners: Pick<ScannerPool, 'ownerWord'>;
  log: Logger;
}

/** The owner's DNS and site are untrusted, so a scanner queries them, as it does everything on the web. */
export async function runOwnerWordJob(
  { db, scanners, log }: OwnerWordDeps,
  { host }: { host: string },
  signal: AbortSignal,
): Promise<void> {
  const outcome = await scanners.ownerWord(host, signal);
  if ('failed' in outcome) throw new Error(`the owner's word could not be read: ${outcome.failed.message}`);
  await applyOwnerWord(db, host, outcome.word);
  await applyClaims(db, host, outcome);
  log.info({ host, word: outcome.word }, "a host's owner was asked");
}
