import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EgressPolicy } from '@palisade/scanner/gather/net/egress';
import { timeHad } from '@palisade/telemetry/time-had';
import { answerReader } from './answer-reader.ts';
import { BEAT_MS, LONGEST_LINE, readAnswer, type Answer, type Order, type Step } from './protocol.ts';
import { residentMb } from './resident-memory.ts';
import { heapFlags } from './scanner-heap.ts';
import { unprivileged } from './unprivileged.ts';

/** The process ended, went silent or misbehaved before it had answered. */
export class ScannerDied extends Error {
  override readonly name = 'ScannerDied';
}

export interface Scanned {
  /** Packed (packages/db/src/packed.ts), checked by no one yet. */
  report: Uint8Array;
  /** Likewise; empty for none. */
  evidence: Uint8Array;
  steps: readonly Step[];
}
export type OwnerWord = Pick<Extract<Answer, { type: 'word' }>, 'word' | 'claims' | 'complete'>;
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
  /** Scans begin as the process can bear them; false: at once, to measure what that is worth. */
  limited?: boolean;
  /** A process that has said nothing for so long, of time that it had, is held by something. */
  silentMs?: number;
  /** Its program (scanner-program.ts), or, for tests, another that speaks the protocol. Without one its modules. */
  entry?: URL;
}

export interface ScanOrder {
  scanId: string;
  url: string;
  priority: number;
  /** What a browser sees of it, in time or not: `gathered(BrowserEvidence)`. Never rejects. */
  browser?: Promise<unknown> | undefined;
  /** Called as each part of the evidence arrives. */
  onProgress?: (part: string) => void;
}

export interface ScannerProcess {
  pid: number;
  /** Scans it is at work on. */
  readonly scans: number;
  /** Of its last beat; zero until its program runs. */
  readonly figures: { cpuMs: number; utilization: number; loopP99Ms: number };
  readonly dead: boolean;
  /** @throws ScannerDied; an Error when it was aborted */
  scan(order: ScanOrder, signal: AbortSignal): Promise<Scanned | ScanFailed>;
  /** @throws likewise */
  ownerWord(host: string, signal: AbortSignal): Promise<OwnerWord | ScanFailed>;
  /** @throws likewise */
  callback(order: CallbackOrder, signal: AbortSignal): Promise<Called | ScanFailed>;
  kill(why: string): void;
  /** It has served: ends without being missed. */
  retire(): void;
}

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const ENTRY = new URL('scanner.ts', import.meta.url);
const SILENT_MS = 6_000;
/** Its first words may take longer: it reads a few hundred modules, on a machine that may be busy. */
const FIRST_WORDS_MS = 60_000;
/** What a scan may take beyond its deadline before its process counts as stuck. */
const GRACE_MS = 2_500;
/** Beyond its heap: buffers, threads that read pages, the program itself. */
const OTHER_MEMORY_MB = 320;
const CHECK_MS = Math.max(500, BEAT_MS);
/** Answers a second beside those to its scans. */
const MOST_BEATS = 20;
/** What it may write beside its answers: warnings of Node, the trace of a crash. */
const MOST_SAID = 256 * 1024;
const LAST_WORDS = 600;
/** Parts of one scan. */
const MOST_PARTS = 100;

type Result = Scanned | OwnerWord | Called | ScanFailed;
type Settling = Pick<Extract<Answer, { type: 'done' | 'word' | 'called' | 'failed' }>, 'scanId' | 'type'>;

/** What each order is answered with, besides that it failed. */
const ANSWERED_BY = { scan: 'done', 'owner-word': 'word', callback: 'called' } as const;

interface Waiting {
  wants: (typeof ANSWERED_BY)[keyof typeof ANSWERED_BY];
  onProgress?: ((part: string) => void) | undefined;
  parts: number;
  resolve(result: Result): void;
  reject(error: Error): void;
}

/** Starts one. `onGone` is called once, when it ends without having been retired; the scans it held are rejected then. */
export function startScanner(
  options: ScannerOptions,
  onGone: (why: string, scans: number) => void,
  /** It serves what it has, and is to be replaced. */
  onWorn: () => void = () => undefined,
): ScannerProcess {
  const entry = fileURLToPath(options.entry && existsSync(options.entry) ? options.entry : ENTRY);
  const silentMs = options.silentMs ?? SILENT_MS;
  const child = spawn(process.execPath, [...flags(options.heapMb), entry], {
    // Nothing of our environment: neither secrets nor where they could be used.
    env: { MALLOC_ARENA_MAX: '1', NODE_ENV: 'production', TZ: 'UTC' },
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...unprivileged(ROOT),
  });
  const waiting = new Map<string, Waiting>();
  const figures = { cpuMs: 0, utilization: 0, loopP99Ms: 0 };
  // Not by the wall clock: one that is set forward would end every scanner at once, and on a machine that is busy with
  // something else a healthy one may be kept from the processor for longer than it may be silent.
  const had = timeHad(child.pid ?? 0);
  let silence = silentMs - FIRST_WORDS_MS;
  let beats = 0;
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
    if (!answer) return misbehaved('sent what is no answer');
    silence = 0;
    if (answer.type === 'done') {
      const { steps, report, evidence } = answer;
      reader.take(report + evidence, (both) => {
        if (why !== null) return;
        settle(answer, { report: both.subarray(0, report), evidence: both.subarray(report), steps });
      });
    } else if (answer.type === 'failed') settle(answer, { failed: answer });
    else if (answer.type === 'word') {
      const { word, claims, complete } = answer;
      settle(answer, { word, claims, complete });
    } else if (answer.type === 'called') settle(answer, { status: answer.status });
    else if (answer.type === 'progress') progressed(answer.scanId, answer.parts);
    else if (answer.type === 'worn') wornOut();
    else {
      beats += 1;
      if (beats > MOST_BEATS) return misbehaved('sent too many answers');
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
    if (!waiter || (waiter.parts += parts.length) > MOST_PARTS) return misbehaved('told of progress that is none');
    for (const part of parts) waiter.onProgress?.(part);
  };
  const settle = ({ scanId, type }: Settling, result: Result): void => {
    const waiter = waiting.get(scanId);
    if (!waiter) return misbehaved('answered to a scan that it was not asked for');
    if (type !== 'failed' && type !== waiter.wants) return misbehaved('answered to something else than it was asked');
    waiting.delete(scanId);
    waiter.resolve(result);
    if (worn && waiting.size === 0) retire();
  };

  const reader = answerReader({
    limit: LONGEST_LINE,
    onLine,
    onFlood: () => misbehaved('sent a line without end'),
  });
  child.stdout.on('data', (chunk: Buffer) => reader.read(chunk));
  // Kept for the log: its last words. It cannot write into the log itself.
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('latin1')).slice(-LAST_WORDS);
    saidBytes += chunk.length;
    if (saidBytes > MOST_SAID && why === null) misbehaved('wrote without end');
  });
  child.stdin.on('error', () => undefined);
  const watch = setInterval(() => {
    beats = 0;
    // After a pause of this process there may be words that it has not read yet.
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
    order: Extract<Order, { type: 'scan' | 'owner-word' | 'callback' }>,
    signal: AbortSignal,
    withinMs: number,
    onProgress?: (part: string) => void,
  ): Promise<Result> => {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.set(order.scanId, { wants: ANSWERED_BY[order.type], resolve, reject, onProgress, parts: 0 });
    // What is cancelled is answered too, soon; what is not is as stuck as any other.
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
    ownerWord: (host, signal) =>
      asked({ type: 'owner-word', scanId: randomUUID(), host }, signal, options.timeoutMs) as Promise<
        OwnerWord | ScanFailed
      >,
    callback: (order, signal) =>
      asked({ type: 'callback', scanId: randomUUID(), ...order }, signal, options.timeoutMs) as Promise<
        Called | ScanFailed
      >,
  };
}

/**
 * Node's permission model: reads the program and its packages, nothing else; no writing, no process, no
 * addon, no WASI. It makes its threads for large pages, then gives up the right to make any (lock-down.ts).
 */
function flags(heapMb: number): string[] {
  return [
    '--permission',
    '--allow-worker',
    // It writes files that the permission model does not see (Node 24.21).
    '--no-experimental-sqlite',
    ...['apps/scan-worker', 'packages', 'node_modules', 'package.json'].map(
      (part) => `--allow-fs-read=${path.join(ROOT, part)}`,
    ),
    '--no-warnings',
    ...heapFlags(heapMb),
  ];
}
