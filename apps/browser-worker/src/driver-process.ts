import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { FoundBrowser } from '@palisade/browser/find-browser';
import type { EgressPolicy } from '@palisade/scanner/gather/net/egress';
import { Answer, LONGEST_LINE, type Order } from './protocol.ts';

type Wanted = Pick<Extract<Order, { type: 'visit' }>, 'url' | 'pages' | 'wallMs'>;

export interface BrowserDriver {
  /**
   * @throws Error when the process died during the visit
   */
  visit(wanted: Wanted, signal: AbortSignal): Promise<Answer>;
  /** Of all browsers so far. */
  figures(): { cpuMs: number };
  close(): void;
}

export interface BrowserDriverOptions {
  policy: EgressPolicy;
  browser: FoundBrowser;
  onDeath: (why: string) => void;
  /** The program; another one in tests. */
  entry?: string;
}

const ENTRY = fileURLToPath(new URL('browser-driver.ts', import.meta.url));
/** How far a visit may exceed its time before the process counts as stuck. On a busy machine, closing a browser takes long. */
const GRACE_MS = 20_000;

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** Keeps one driver process running: one that dies is replaced at the next visit. */
export function createBrowserDriver({ policy, browser, onDeath, entry = ENTRY }: BrowserDriverOptions): BrowserDriver {
  let child: ChildProcess | null = null;
  let closed = false;
  let cpuMs = 0;
  const waiting = new Map<string, Waiting>();
  const tell = (order: Order): void => void child?.stdin?.write(`${JSON.stringify(order)}\n`);

  const gone = (dead: ChildProcess, why: string): void => {
    if (child !== dead) return;
    child = null;
    const held = [...waiting.values()];
    waiting.clear();
    for (const waiter of held) waiter.reject(new Error(`the process that drives browsers ${why}`));
    if (!closed) onDeath(why);
  };
  const start = (): void => {
    const started = spawn(process.execPath, ['--no-warnings', '--max-old-space-size=256', entry], {
      // It inherits nothing of our environment: neither secrets nor the addresses where they could be used.
      env: { NODE_ENV: 'production', TZ: 'UTC', PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child = started;
    let length = 0;
    started.stdout.on('data', (chunk: Buffer) => {
      const end = chunk.lastIndexOf(10);
      length = end === -1 ? length + chunk.length : chunk.length - end;
      if (length > LONGEST_LINE) started.kill('SIGKILL');
    });
    createInterface({ input: started.stdout }).on('line', (line) => {
      const answer = parsed(line);
      const waiter = answer && waiting.get(answer.id);
      // An answer without an order is ignored.
      if (!waiter) return void started.kill('SIGKILL');
      waiting.delete(answer.id);
      cpuMs += answer.cpuMs;
      waiter.resolve(answer);
    });
    started.stdin.on('error', () => undefined);
    started.once('exit', (code, signal) => gone(started, `ended with ${signal ?? `exit code ${code}`}`));
    started.once('error', (error) => gone(started, `could not be started: ${error.message}`));
    tell({ type: 'settings', policy, browser });
  };

  return {
    async visit(wanted, signal) {
      signal.throwIfAborted();
      if (closed) throw new Error('the worker is stopping');
      if (!child) start();
      const id = randomUUID();
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      waiting.set(id, { resolve, reject });
      const cancel = (): void => tell({ type: 'cancel', id });
      signal.addEventListener('abort', cancel, { once: true });
      const stuck = child;
      // Its browsers end when their pipes are closed.
      const timer = setTimeout(() => stuck?.kill('SIGKILL'), wanted.wallMs + GRACE_MS);
      tell({ type: 'visit', id, ...wanted });
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
      }
    },
    figures: () => ({ cpuMs }),
    close() {
      closed = true;
      child?.stdin?.end();
    },
  };
}

function parsed(line: string): Answer | null {
  try {
    return Answer.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
