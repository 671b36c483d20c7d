import type { Db } from '@palisade/db/client';
import { applyListingDirective } from '@palisade/db/listed-hosts';
import { applyClaims } from '@palisade/db/owned-sites';
import type { Logger } from '@palisade/telemetry/logger';
import type { ScannerPool } from './scanner/scanner-pool.ts';

interface OwnerStatementDeps {
  db: Db;
  scanners: Pick<ScannerPool, 'ownerStatement'>;
  log: Logger;
}

/** The owner's DNS and site are untrusted, so a scanner queries them, as it does everything on the web. */
export async function runOwnerStatementJob(
  { db, scanners, log }: OwnerStatementDeps,
  { host }: { host: string },
  signal: AbortSignal,
): Promise<void> {
  const outcome = await scanners.ownerStatement(host, signal);
  if ('failed' in outcome) throw new Error(`the owner's statement could not be read: ${outcome.failed.message}`);
  await applyListingDirective(db, host, outcome.directive);
  await applyClaims(db, host, outcome);
  log.info({ host, directive: outcome.directive }, "the owner's statement about a host was read");
}
