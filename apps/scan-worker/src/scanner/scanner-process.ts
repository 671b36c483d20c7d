import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { EgressPolicy } from '@palisade/scanner/gather/net/egress';
import { availableTime } from '@palisade/telemetry/available-time';
import { allowance } from './allowance.ts';
import { answerReader } from './answer-reader.ts';
import { BEAT_MS, LONGEST_LINE, readAnswer, type Answer, type Order, type Step } from './protocol.ts';
import { residentMb } from './resident-memory.ts';
import { ROOT, scannerFlags } from './scanner-flags.ts';
import { unprivileged } from './unprivileged.ts';

/** The process ended, went silent or misbehaved before it answered. */
export class ScannerDied extends Error {
  override readonly name = 'ScannerDied';
}

export interface Scanned {
  /** Compressed (packages/db/src/packed.ts), not yet checked. */
  report: Uint8Array;
  /** Likewise; empty if there is none. */
  evidence: Uint8Array;
  steps: readonly Step[];
}
export type OwnerStatement = Pick<Extract<Answer, { type: 'stated' }>, 'directive' | 'claims' | 'complete'>;
export interface Called {
  status: number;
}
export interface CallbackOrder {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}
export interface ScanFailed {
  failed: Extract<Answer, { type: 'failed' }>;
}

export interface ScannerOptions {
  policy: EgressPolicy;
  /** Whole-scan deadline. */
  timeoutMs: number;
  heapMb: number;
  /** Scans start as the process can take them; false: at once, to measure the effect. */
  limited?: boolean;
  /** A process that is silent for this long, in time during which it could run, is stuck. */
  silentMs?: number;
  /** The bundled program (scanner-program.ts) or, in tests, another that speaks the protocol. Undefined: the source modules. */
  entry?: URL;
}

export interface ScanOrder {
  scanId: string;
  url: string;
  priority: number;
  /** Browser evidence, if it arrives in time: `gathered(BrowserEvidence)`. Never rejects. */
  browser?: Promise<unknown> | undefined;
  /** Called as each part of the evidence arrives. */
  onProgress?: (part: string) => void;
}

export interface ScannerProcess {
  pid: number;
  /** Scans in progress. */
  readonly scans: number;
  /** From its last heartbeat; zero until its program runs. */
  readonly figures: { cpuMs: number; utilization: number; loopP99Ms: number };
  readonly dead: boolean;
  /** False when it has been silent for half the time after which it is ended: it may be stuck. */
  readonly answers: boolean;
  /** @throws ScannerDied; an Error when it was aborted */
  scan(order: ScanOrder, signal: AbortSignal): Promise<Scanned | ScanFailed>;
  /** @throws likewise */
  ownerStatement(host: string, signal: AbortSignal): Promise<OwnerStatement | ScanFailed>;
  /** @throws likewise */
  callback(order: CallbackOrder, signal: AbortSignal): Promise<Called | ScanFailed>;
  kill(why: string): void;
  /** Retires the process: its end is expected. */
  retire(): void;
}

const ENTRY = new URL('scanner.ts', import.meta.url);
const SILENT_MS = 6_000;
/** Its first message may take longer: it reads a few hundred modules, on a machine that may be busy. */
const FIRST_WORDS_MS = 60_000;
/** How far a scan may exceed its deadline before its process counts as stuck. */
const GRACE_MS = 2_500;
/** Memory beyond its heap: buffers, threads that parse pages, the program itself. */
const OTHER_MEMORY_MB = 320;
const CHECK_MS = Math.max(500, BEAT_MS);
/** Messages a second other than results. */
const MOST_BEATS = 20;
/** What it may write to standard error: warnings of Node, a stack trace. */
const MOST_SAID = 256 * 1024;
const LAST_WORDS = 600;
/** Progress messages of one scan. */
const MOST_PARTS = 100;

type Result = Scanned | OwnerStatement | Called | ScanFailed;
type Settling = Pick<Extract<Answer, { type: 'done' | 'stated' | 'called' | 'failed' }>, 'scanId' | 'type'>;

/** The type of answer to each order, other than a failure. */
const ANSWERED_BY = { scan: 'done', 'owner-statement': 'stated', callback: 'called' } as const;

interface Waiting {
  wants: (typeof ANSWERED_BY)[keyof typeof ANSWERED_BY];
  onProgress?: ((part: string) => void) | undefined;
  parts: number;
  resolve(result: Result): void;
  reject(error: Error): void;
}

/** Starts a scanner. `onGone` is called once if it ends without having been retired; its scans are rejected then. */
export function startScanner(
  options: ScannerOptions,
  onGone: (why: string, scans: number) => void,
  /** It still serves its scans, but must be replaced. */
  onWorn: () => void = () => undefined,
): ScannerProcess {
  const entry = fileURLToPath(options.entry && existsSync(options.entry) ? options.entry : ENTRY);
  const silentMs = options.silentMs ?? SILENT_MS;
  const child = spawn(process.execPath, [...scannerFlags(options.heapMb), entry], {
    // It inherits nothing of our environment: neither secrets nor the addresses where they could be used.
    env: { MALLOC_ARENA_MAX: '1', NODE_ENV: 'production', TZ: 'UTC' },
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...unprivileged(ROOT),
  });
  const waiting = new Map<string, Waiting>();
  const figures = { cpuMs: 0, utilization: 0, loopP99Ms: 0 };
  // Not by the wall clock: a clock set forward would end every scanner at once, and on a busy machine
  // a healthy process may not get a processor for longer than it may be silent.
  const had = availableTime(child.pid ?? 0);
  let silence = silentMs - FIRST_WORDS_MS;
  const beats = allowance(MOST_BEATS);
  let said = '';
  let why: string | null = null;
  let gone = false;
  let retired = false;
  let worn = false;
  let saidBytes = 0;

  const kill = (reason: string): void => {
    why ??= reason;
    child.kill('SIGKILL');
  };
  const misbehaved = (how: string) => kill(`was ended: it ${how}`);
  const tell = (order: Order): void => void child.stdin.write(`${JSON.stringify(order)}\n`);

  const onLine = (line: string): void => {
    if (why !== null) return;
    const answer = readAnswer(line);
    if (!answer) return misbehaved('sent something that is not an answer');
    silence = 0;
    if (answer.type === 'done') {
      const { steps, report, evidence } = answer;
      reader.take(report + evidence, (both) => {
        if (why !== null) return;
        settle(answer, { report: both.subarray(0, report), evidence: both.subarray(report), steps });
      });
    } else if (answer.type === 'failed') settle(answer, { failed: answer });
    else if (answer.type === 'stated') {
      const { directive, claims, complete } = answer;
      settle(answer, { directive, claims, complete });
    } else if (answer.type === 'called') settle(answer, { status: answer.status });
    else if (answer.type === 'progress') progressed(answer.scanId, answer.parts);
    else if (answer.type === 'worn') wornOut();
    else {
      if (!beats.take()) return misbehaved('sent too many answers');
      if (answer.type === 'beat') Object.assign(figures, answer);
    }
  };
  const retire = (): void => {
    retired = true;
    kill('has served');
  };
  const wornOut = (): void => {
    if (worn) return;
    worn = true;
    onWorn();
    if (waiting.size === 0) retire();
  };
  const progressed = (scanId: string, parts: readonly string[]): void => {
    const waiter = waiting.get(scanId);
    if (!waiter || (waiter.parts += parts.length) > MOST_PARTS) return misbehaved('reported progress that is none');
    for (const part of parts) waiter.onProgress?.(part);
  };
  const settle = ({ scanId, type }: Settling, result: Result): void => {
    const waiter = waiting.get(scanId);
    if (!waiter) return misbehaved('answered an order that it was not given');
    if (type !== 'failed' && type !== waiter.wants) return misbehaved('gave another kind of answer than was ordered');
    waiting.delete(scanId);
    waiter.resolve(result);
    if (worn && waiting.size === 0) retire();
  };

  const reader = answerReader({
    limit: LONGEST_LINE,
    onLine,
    onFlood: () => misbehaved('sent a line that is too long'),
  });
  child.stdout.on('data', (chunk: Buffer) => reader.read(chunk));
  // The end of its output is kept for the log, which it cannot write to itself.
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('latin1')).slice(-LAST_WORDS);
    saidBytes += chunk.length;
    if (saidBytes > MOST_SAID && why === null) misbehaved('wrote too much to standard error');
  });
  child.stdin.on('error', () => undefined);
  const watch = setInterval(() => {
    // After this process was paused, there may be messages that it has not read yet.
    silence += Math.min(had(), 2 * CHECK_MS);
    if (silence > silentMs) kill(`was ended: it said nothing for ${silentMs} ms`);
    else if (residentMb(child) > options.heapMb + OTHER_MEMORY_MB) kill('was ended: it grew beyond its memory');
  }, CHECK_MS);
  watch.unref();
  const end = (how: string): void => {
    if (gone) return;
    gone = true;
    clearInterval(watch);
    const reason = `the scanner ${why ?? how}${said === '' ? '' : `; its last words: ${said.trim().replace(/[^\x20-\x7e]+/g, ' ')}`}`;
    const held = [...waiting.values()];
    waiting.clear();
    for (const waiter of held) waiter.reject(new ScannerDied(reason));
    if (!retired) onGone(reason, held.length);
  };
  const asked = async (
    order: Extract<Order, { type: 'scan' | 'owner-statement' | 'callback' }>,
    signal: AbortSignal,
    withinMs: number,
    onProgress?: (part: string) => void,
  ): Promise<Result> => {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.set(order.scanId, { wants: ANSWERED_BY[order.type], resolve, reject, onProgress, parts: 0 });
    // A cancelled scan must be answered soon, too; otherwise it is as stuck as any other.
    const onAbort = (): void => tell({ type: 'cancel', scanId: order.scanId });
    const late = (): void => kill(`was ended: it did not answer within ${withinMs + GRACE_MS} ms`);
    const timer = setTimeout(late, withinMs + GRACE_MS);
    signal.addEventListener('abort', onAbort, { once: true });
    tell(order);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  };
  child.once('exit', (code, signal) => end(`ended with ${signal ?? `exit code ${code}`}`));
  child.once('error', (error) => end(`could not be started: ${error.message}`));
  tell({ type: 'policy', policy: options.policy, timeoutMs: options.timeoutMs, limited: options.limited ?? true });

  return {
    pid: child.pid ?? 0,
    get scans() {
      return waiting.size;
    },
    figures,
    get dead() {
      return gone || worn || why !== null;
    },
    get answers() {
      return silence <= silentMs / 2;
    },
    kill,
    retire,
    scan({ onProgress, browser, ...order }, signal) {
      void browser?.then((seen) => {
        if (waiting.has(order.scanId)) tell({ type: 'browser', scanId: order.scanId, seen });
      });
      const asks = { type: 'scan', ...order, browser: browser !== undefined } as const;
      // It may wait for its turn as long as it may run.
      return asked(asks, signal, 2 * options.timeoutMs, onProgress) as Promise<Scanned | ScanFailed>;
    },
    ownerStatement: (host, signal) =>
      asked({ type: 'owner-statement', scanId: randomUUID(), host }, signal, options.timeoutMs) as Promise<
        OwnerStatement | ScanFailed
      >,
    callback: (order, signal) =>
      asked({ type: 'callback', scanId: randomUUID(), ...order }, signal, options.timeoutMs) as Promise<
        Called | ScanFailed
      >,
  };
}
