import { type ChildProcess, fork } from 'node:child_process';
import type { NumberedOrder, RenderAnswer, RenderOrder } from './render-order.ts';

/** The drawing process ended before the document was finished. A retry gets another process. */
export class RendererDied extends Error {
  override name = 'RendererDied';
}

/** Drawing took longer than it may; its process was killed. */
export class RenderTimeout extends Error {
  override name = 'RenderTimeout';
}

export interface RendererOptions {
  /** Limits of one drawing from its start: while a caller waits, and otherwise. */
  urgentTimeoutMs?: number;
  timeoutMs?: number;
  /** The process's heap limit. */
  heapMb?: number;
  /** A process that uses more memory than this after a drawing is replaced. */
  residentMb?: number;
  /** Drawn and discarded in a new process that has no order yet. */
  warmUp?: { order: () => RenderOrder; afterMs: number };
  /** Called when a process ended by itself or was killed. */
  onEnd?: (why: string) => void;
  /** For tests: another program that speaks the same protocol. */
  entry?: URL;
}

export interface Renderer {
  /** @throws RendererDied, RenderTimeout, or what drawing threw. `urgent`: a caller waits. */
  render(order: RenderOrder, options?: { urgent?: boolean }): Promise<Buffer>;
  /** The process at work, if there is one. */
  pid(): number | undefined;
  close(): void;
}

interface Waiting extends PromiseWithResolvers<Buffer> {
  order: RenderOrder;
  limitMs: number;
}

/** Leak or not, replacing a process this old is worth a second of start-up. */
const DRAWINGS_PER_PROCESS = 500;

/**
 * Draws in a separate process, one document at a time: layout computes for seconds
 * without a pause, during which this process could renew no lock, send no mail and handle no event.
 * The process starts with the first order (or to warm up), and a new one starts after a crash.
 */
export function createRenderer(options: RendererOptions = {}): Renderer {
  const { urgentTimeoutMs = 60_000, timeoutMs = 180_000, heapMb = 512, residentMb = 500 } = options;
  const { warmUp, onEnd, entry } = options;
  const urgentOnes: Waiting[] = [];
  const others: Waiting[] = [];
  let child: ChildProcess | undefined;
  let drawings = 0;
  let current: (Waiting & { id: number; timer: NodeJS.Timeout }) | undefined;
  let lastId = 0;
  let closed = false;
  const warmTimer = warmUp && setTimeout(() => drawToWarmUp(warmUp.order), warmUp.afterMs).unref();

  function start(): ChildProcess {
    drawings = 0;
    const started = fork(entry ?? new URL('renderer-process.ts', import.meta.url), {
      execArgv: ['--import', new URL('register-tsx.ts', import.meta.url).href, `--max-old-space-size=${heapMb}`],
      serialization: 'advanced',
      env: plainEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    started.on('message', (message) => onAnswer(started, message as RenderAnswer));
    started.once('error', (error) => onGone(started, error.message));
    started.once('exit', (code, signal) => onGone(started, signal ?? `exit code ${code}`));
    // An idle renderer keeps no process alive; one that is drawing does.
    started.unref();
    started.channel?.unref();
    return started;
  }

  function next(): void {
    if (current !== undefined || closed) return;
    const waiting = urgentOnes.shift() ?? others.shift();
    if (waiting === undefined) return;
    child ??= start();
    const { pid } = child;
    const order: NumberedOrder = { id: (lastId += 1), ...waiting.order };
    const timer = setTimeout(() => {
      end(new RenderTimeout(`a document was not rendered within ${waiting.limitMs} ms`));
    }, waiting.limitMs);
    current = { ...waiting, id: order.id, timer };
    child.channel?.ref();
    child.send(order, (error) => {
      if (error !== null && current?.id === order.id) end(new RendererDied(`process ${pid}: ${error.message}`));
    });
  }

  function onAnswer(from: ChildProcess, answer: RenderAnswer): void {
    if (from !== child || current?.id !== answer.id) return;
    const { resolve, reject, timer } = current;
    clearTimeout(timer);
    current = undefined;
    from.channel?.unref();
    drawings += 1;
    if (drawings >= DRAWINGS_PER_PROCESS || answer.residentBytes > residentMb * 2 ** 20) retire();
    if (answer.ok) resolve(Buffer.from(answer.pdf.buffer, answer.pdf.byteOffset, answer.pdf.byteLength));
    else reject(Object.assign(new Error(answer.message), { name: answer.name }));
    next();
  }

  function onGone(gone: ChildProcess, why: string): void {
    if (gone !== child) return;
    end(new RendererDied(`the rendering process ended: ${why}`));
  }

  /** The process at work must be replaced. Its order fails; the others get a new process. */
  function end(reason: Error): void {
    const failed = current;
    if (failed) clearTimeout(failed.timer);
    current = undefined;
    retire();
    if (!closed) onEnd?.(reason.message);
    failed?.reject(reason);
    next();
  }

  function retire(): void {
    const old = child;
    child = undefined;
    old?.kill('SIGKILL');
  }

  function drawToWarmUp(order: () => RenderOrder): void {
    if (child !== undefined || closed) return;
    render(order()).catch(() => undefined);
  }

  function render(order: RenderOrder, { urgent = false } = {}): Promise<Buffer> {
    if (closed) return Promise.reject(new RendererDied('the renderer is closed'));
    const limitMs = urgent ? urgentTimeoutMs : timeoutMs;
    const waiting: Waiting = { order, limitMs, ...Promise.withResolvers<Buffer>() };
    (urgent ? urgentOnes : others).push(waiting);
    next();
    return waiting.promise;
  }

  return {
    render,
    pid: () => child?.pid,
    close() {
      clearTimeout(warmTimer);
      closed = true;
      const left = [...urgentOnes.splice(0), ...others.splice(0)];
      end(new RendererDied('the renderer is closed'));
      for (const { reject } of left) reject(new RendererDied('the renderer is closed'));
    },
  };
}

/** What a program needs to start, without this service's secrets. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'SystemRoot', 'NODE_COMPILE_CACHE'];
  // React's development build checks every element, which takes a third of the time.
  return { ...Object.fromEntries(names.map((name) => [name, process.env[name]])), NODE_ENV: 'production' };
}
