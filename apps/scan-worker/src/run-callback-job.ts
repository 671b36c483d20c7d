import { beginCallback, endCallback, type CallbackOutcome } from '@palisade/db/callbacks';
import type { Db } from '@palisade/db/client';
import type { Logger } from '@palisade/telemetry/logger';
import type { ScannerPool } from './scanner/scanner-pool.ts';
import { ScannerDied } from './scanner/scanner-process.ts';

interface CallbackJobDeps {
  db: Db;
  scanners: Pick<ScannerPool, 'callback'>;
  log: Logger;
}

/** Calls a customer's server. A scanner sends the request, because it has no secrets. The request was signed elsewhere, seconds ago. */
export async function runCallbackJob(
  { db, scanners, log }: CallbackJobDeps,
  { callbackId }: { callbackId: string },
  signal: AbortSignal,
): Promise<void> {
  const call = await beginCallback(db, callbackId);
  if (!call) return;
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': `msg_${call.id}`,
    'webhook-timestamp': String(Math.floor(call.signedAt.getTime() / 1000)),
    'webhook-signature': call.signature,
  };
  const started = performance.now();
  let outcome: Omit<CallbackOutcome, 'durationMs'>;
  try {
    const result = await scanners.callback({ url: call.url, headers, body: call.body }, signal);
    outcome = 'failed' in result ? { status: null, error: reason(result.failed) } : readAnswer(result.status);
  } catch (error) {
    // Handed back by a stopping worker: the job runs again when its lease ends.
    if (!(error instanceof ScannerDied)) throw error;
    outcome = { status: null, error: 'the callback could not be sent because of a fault on our side' };
  }
  const durationMs = Math.round(performance.now() - started);
  const state = await endCallback(db, call, { ...outcome, durationMs });
  log.info({ callbackId, state, status: outcome.status, ms: durationMs }, 'callback');
}

function readAnswer(status: number): { status: number; error: string | null } {
  if (status >= 200 && status < 300) return { status, error: null };
  return {
    status,
    error: status >= 300 && status < 400 ? 'redirects are not followed' : `the receiver answered ${status}`,
  };
}

function reason({ kind, message }: { kind: string; message: string }): string {
  return kind === 'refused' || kind === 'unreachable' ? message : 'a fault on our side';
}
