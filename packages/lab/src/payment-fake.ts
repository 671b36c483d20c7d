/**
 * The HTTP half shared by the payment fakes: a real server on loopback whose responses can be
 * made to fail the way networks and providers fail, and a sender of signed webhooks.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface FakeAnswer {
  status: number;
  /** A string is sent as HTML, anything else as JSON. */
  body: unknown;
  headers?: Record<string, string>;
}

export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface Fault {
  path: RegExp;
  method?: string;
  /**
   * `status`: answers with that status and an error body, nothing done. `drop_before`: the
   * socket closes, nothing done. `drop_after`: the work is done, then the socket closes.
   * `hang`: never answers. `garbage`: 200 with a body that is not JSON.
   */
  kind: 'status' | 'drop_before' | 'drop_after' | 'hang' | 'garbage';
  status?: number;
  /** How many requests it affects; unlimited when absent. */
  times?: number;
}

export interface LabEvent {
  id: string;
  type: string;
  body: string;
}

export abstract class PaymentFake {
  readonly faults: Fault[] = [];
  readonly requests: { method: string; path: string }[] = [];
  readonly events: LabEvent[] = [];
  /** Unix seconds on this provider's clock; tests move it. */
  clockOffset = 0;
  /** Called for every event when it happens, for example to send it immediately. */
  onEvent: ((event: LabEvent) => void) | undefined;
  /** Host name in its URL. With `localhost`, browsers treat its pages as another site than 127.0.0.1. */
  hostName = '127.0.0.1';
  #server: Server | undefined;
  #unplugged = false;
  #counter = 0;
  /** A restarted lab must not repeat the ids of the previous one: billing remembers them. */
  readonly #salt = randomBytes(4).toString('hex');

  protected abstract handle(request: FakeRequest): FakeAnswer;
  protected abstract errorBody(status: number, message: string): unknown;
  abstract webhookHeaders(event: LabEvent): Record<string, string>;

  now(): number {
    return Math.floor(Date.now() / 1000) + this.clockOffset;
  }

  /** `pay_` and 14 characters: a salt, and a number that is readable in a failing test. */
  protected nextId(prefix: string, length = 14): string {
    this.#counter += 1;
    return `${prefix}_${this.#salt}${String(this.#counter).padStart(length - this.#salt.length, '0')}`;
  }

  get url(): string {
    if (this.#unplugged) return 'http://lab.test';
    const address = this.#server?.address() as AddressInfo | null | undefined;
    if (!address) throw new Error('the fake is not listening');
    return `http://${this.hostName}:${address.port}`;
  }

  async listen(port = 0): Promise<this> {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined);
      });
    });
    await new Promise<void>((resolve, reject) => {
      this.#server?.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    return this;
  }

  /** Instead of `listen`: reached only through `exchange`. */
  unplugged(): this {
    this.#unplugged = true;
    return this;
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  protected happened(event: LabEvent): void {
    this.events.push(event);
    this.onEvent?.(event);
  }

  /** Sends one event as the provider would. Returns the receiver's status. */
  async deliver(event: LabEvent, url: string): Promise<number> {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.webhookHeaders(event) },
      body: event.body,
      signal: AbortSignal.timeout(10_000),
    });
    await answer.body?.cancel();
    return answer.status;
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const url = new URL(incoming.url ?? '/', 'http://fake');
    const request: FakeRequest = {
      method: incoming.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    const exchanged = this.exchange(request);
    if (exchanged === 'hangs') return;
    if (exchanged === 'dropped') return void response.destroy();
    response.writeHead(exchanged.status, exchanged.headers).end(exchanged.body);
  }

  /** The response as sent, faults included, for tests that use no sockets. */
  exchange(request: FakeRequest): WireAnswer | 'hangs' | 'dropped' {
    this.requests.push({ method: request.method, path: request.path });
    const fault = this.#fault(request);
    if (fault?.kind === 'hang') return 'hangs';
    if (fault?.kind === 'drop_before') return 'dropped';
    if (fault?.kind === 'garbage') return { status: 200, headers: {}, body: '<html>gateway</html>' };
    if (fault?.kind === 'status') {
      const status = fault.status ?? 500;
      return onTheWire({ status, body: this.errorBody(status, 'injected by the lab') });
    }
    const answer = this.handle(request);
    return fault?.kind === 'drop_after' ? 'dropped' : onTheWire(answer);
  }

  #fault(request: FakeRequest): Fault | undefined {
    const fault = this.faults.find(
      (candidate) =>
        candidate.times !== 0 &&
        candidate.path.test(request.path) &&
        (candidate.method === undefined || candidate.method === request.method),
    );
    if (fault?.times !== undefined) fault.times -= 1;
    return fault;
  }
}

function onTheWire(answer: FakeAnswer): WireAnswer {
  const html = typeof answer.body === 'string';
  const type = html ? 'text/html; charset=utf-8' : 'application/json';
  return {
    status: answer.status,
    headers: { 'content-type': type, ...answer.headers },
    body: typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body),
  };
}
