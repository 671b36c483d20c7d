/**
 * The process that meets the web, started by scanner-process.ts. It has no secret, no database and no queue,
 * and may not write files or start processes. It receives orders to scan and returns what it found.
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { packed, packedJson } from '@palisade/db/packed';
import { NetworkFault, ScanCancelled, TargetRefused } from '@palisade/scanner/errors';
import { BrowserEvidence } from '@palisade/scanner/evidence/browser';
import { gathered, missing, type Gathered } from '@palisade/scanner/evidence/gathered';
import type { Egress, EgressPolicy } from '@palisade/scanner/gather/net/egress';
import { createEgress } from '@palisade/scanner/gather/net/create-egress';
import { lockDestinations } from '@palisade/scanner/gather/net/lock-destinations';
import { lockDown } from '@palisade/scanner/gather/net/lock-down';
import { readOwnerStatement } from '@palisade/scanner/gather/owner-statement';
import { makeThreads } from '@palisade/scanner/gather/page-thread';
import { sendCallback } from '@palisade/scanner/gather/send-callback';
import { scan } from '@palisade/scanner/scan';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { BEAT_MS, LONGEST_LINE, type Answer, type Order, type Step } from './protocol.ts';

/** Most parts arrive together, and each message has to be sent, read and checked. Watchers wait no longer than this. */
const PROGRESS_MS = 100;
const OWNER_STATEMENT_MS = 10_000;
const CALLBACK_MS = 10_000;

const limiter = createConcurrencyLimiter();
const running = new Map<string, AbortController>();
/** Scans that wait for browser evidence. */
const browserWaiters = new Map<string, (seen: Gathered<BrowserEvidence>) => void>();
const Seen = gathered(BrowserEvidence);
let settings: { policy: EgressPolicy; timeoutMs: number; limited: boolean } | undefined;

// A busy supervisor must not delay the scans.
(process.stdout as { _handle?: { setBlocking?(blocking: boolean): void } })._handle?.setBlocking?.(false);
// The supervisor decides when this process ends, and ends it together with itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => undefined);
function answer(message: Answer, ...bytes: Uint8Array[]): void {
  const line = `${JSON.stringify(message)}\n`;
  process.stdout.write(bytes.length === 0 ? line : Buffer.concat([Buffer.from(line), ...bytes]));
}

function follow(order: Order): void {
  switch (order.type) {
    case 'policy':
      lockDestinations(order.policy);
      settings = order;
      return;
    case 'cancel':
      running.get(order.scanId)?.abort(new ScanCancelled('the scan was cancelled'));
      return;
    case 'owner-statement':
      void withOwnEgress(order.scanId, OWNER_STATEMENT_MS, async (context) => ({
        type: 'stated',
        scanId: order.scanId,
        ...(await readOwnerStatement(order.host, context)),
      }));
      return;
    case 'callback':
      void withOwnEgress(order.scanId, CALLBACK_MS, async (context) => ({
        type: 'called',
        scanId: order.scanId,
        status: await sendCallback(order, context),
      }));
      return;
    case 'browser':
      browserWaiters.get(order.scanId)?.(readSeen(order.seen));
      return;
    case 'scan':
      void scanned(order);
  }
}

/** Parsed as hostile input: the process that drives browsers may have been taken over. */
function readSeen(seen: unknown): Gathered<BrowserEvidence> {
  const read = Seen.safeParse(seen);
  return read.success ? read.data : missing('internal', 'us', 'what the browser saw could not be read');
}

async function scanned({ scanId, url, priority, browser }: Extract<Order, { type: 'scan' }>): Promise<void> {
  if (!settings) throw new Error('ordered to scan before its policy arrived');
  const life = new AbortController();
  begin(scanId, life);
  const steps: Step[] = [];
  const observe = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const startedAt = Date.now();
    const result = await work();
    steps.push({ step, startedAt, endedAt: Date.now(), ...missingIn(result) });
    return result;
  };
  const parts: string[] = [];
  let telling: NodeJS.Timeout | undefined;
  const tellParts = (): void => {
    clearTimeout(telling);
    telling = undefined;
    if (parts.length > 0) answer({ type: 'progress', scanId, parts: parts.splice(0) });
  };
  // A scan that fails early leaves parts running. Their messages belong to no scan that anyone waits for.
  const onProgress = (part: string): void => {
    if (running.get(scanId) !== life) return;
    parts.push(part);
    telling ??= setTimeout(tellParts, PROGRESS_MS);
  };
  let over: (() => void) | undefined;
  // The evidence may arrive before the scan gets its turn.
  const seen = browser
    ? new Promise<Gathered<BrowserEvidence>>((resolve) => void browserWaiters.set(scanId, resolve))
    : undefined;
  try {
    if (settings.limited) over = await limiter.enter(priority, life.signal);
    const { report, text } = await scan(url, {
      ...settings,
      scanId,
      signal: life.signal,
      observe,
      onProgress,
      ...(seen && { browser: () => seen }),
    });
    const body = packedJson(report);
    // Evidence that is too long to be read again is dropped: the report has everything that counts.
    const kept = text.length < LONGEST_LINE / 4 ? packed(text) : new Uint8Array();
    tellParts();
    answer({ type: 'done', scanId, steps, report: body.length, evidence: kept.length }, body, kept);
  } catch (error) {
    answer({ type: 'failed', scanId, steps, ...failureOf(error) });
  } finally {
    clearTimeout(telling);
    over?.();
    browserWaiters.delete(scanId);
    if (running.get(scanId) === life) end(scanId);
  }
}

/** Orders other than scans: through their own egress guard, within their own time limit. */
async function withOwnEgress(
  scanId: string,
  withinMs: number,
  work: (context: { egress: Egress; signal: AbortSignal }) => Promise<Answer>,
): Promise<void> {
  if (!settings) throw new Error('ordered to send a request before its policy arrived');
  const life = new AbortController();
  begin(scanId, life);
  const egress = createEgress(settings.policy);
  try {
    answer(await work({ egress, signal: AbortSignal.any([life.signal, AbortSignal.timeout(withinMs)]) }));
  } catch (error) {
    answer({ type: 'failed', scanId, steps: [], ...failureOf(error) });
  } finally {
    egress.close();
    end(scanId);
  }
}

function failureOf(error: unknown): Pick<Extract<Answer, { type: 'failed' }>, 'kind' | 'code' | 'message'> {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 4_000);
  if (error instanceof TargetRefused) return { kind: 'refused', message };
  if (error instanceof NetworkFault) return { kind: 'unreachable', code: error.code, message };
  if (error instanceof ScanCancelled) return { kind: 'cancelled', message };
  const stack = error instanceof Error ? (error.stack ?? message) : message;
  return { kind: 'internal', message: stack.slice(0, 4_000) };
}

function missingIn(result: unknown): Pick<Step, 'missing'> {
  if (typeof result !== 'object' || result === null || !('ok' in result) || result.ok !== false) return {};
  const { code, blame } = result as { code?: unknown; blame?: unknown };
  return { missing: { code: String(code), blame: String(blame) } };
}

/** Wakes the process a hundred times a second, so it is off while the process has no work. */
const delay = monitorEventLoopDelay({ resolution: 10 });
function begin(scanId: string, life: AbortController): void {
  running.set(scanId, life);
  delay.enable();
}
function end(scanId: string): void {
  running.delete(scanId);
  if (running.size === 0) delay.disable();
}

let loop = performance.eventLoopUtilization();
const beat = (): void => {
  const { user, system } = process.cpuUsage();
  const now = performance.eventLoopUtilization();
  const { utilization } = performance.eventLoopUtilization(now, loop);
  loop = now;
  const p99 = delay.percentile(99) / 1e6;
  answer({
    type: 'beat',
    cpuMs: (user + system) / 1000,
    utilization: Math.min(1, Math.max(0, utilization || 0)),
    loopP99Ms: Number.isFinite(p99) ? Math.max(0, p99) : 0,
  });
  delay.reset();
};
setInterval(beat, BEAT_MS);
// From here on it meets untrusted servers. By now it has opened everything that it needs from the system.
void [process.stdin, process.stdout, process.stderr];
await makeThreads(() => answer({ type: 'worn' }));
lockDown();
createInterface({ input: process.stdin })
  .on('line', (line) => follow(JSON.parse(line) as Order))
  .on('close', () => process.exit(0));
answer({ type: 'ready' });
