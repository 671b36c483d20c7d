import type { Db } from '@palisade/db/client';
import { applyOwnerWord } from '@palisade/db/listed-hosts';
import { createEgress } from '@palisade/scanner/gather/net/create-egress';
import type { EgressPolicy } from '@palisade/scanner/gather/net/egress';
import { readOwnerWord } from '@palisade/scanner/gather/owner-word';
import type { Logger } from '@palisade/telemetry/logger';

interface OwnerWordDeps {
  db: Db;
  policy: EgressPolicy;
  log: Logger;
}

const DEADLINE_MS = 10_000;

/** Through the guarded door, as everything that a stranger names. */
export async function runOwnerWordJob(
  { db, policy, log }: OwnerWordDeps,
  { host }: { host: string },
  signal: AbortSignal,
): Promise<void> {
  const egress = createEgress(policy);
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
    const word = await readOwnerWord(host, { egress, signal: within });
    await applyOwnerWord(db, host, word);
    log.info({ host, word }, "a host's owner was asked");
  } finally {
    egress.close();
  }
}
