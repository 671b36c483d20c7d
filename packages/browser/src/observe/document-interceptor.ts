import type { PageSession } from '../devtools/target-session.ts';
import type { LoadOptions } from './load.ts';
import type { Paused } from './protocol.ts';
import { stamped } from './stamp.ts';

/** A larger page is passed on unchanged, under none of our policies. */
const MAX_HTML = 4 * 1024 * 1024;
const MAX_NAVIGATIONS = 8;
/** The time that a streaming document may take; one that never ends is cut there. */
const BODY_MS = 4_000;
const READ_BYTES = 8;
const READS = 256;

/** Intercepts documents between site and browser: adds the headers under test, and keeps the page from navigating away. */
export class DocumentInterceptor {
  headers: [string, string][] = [];
  status: number | null = null;
  document: string | null = null;
  html = '';
  /** The document did not end within its time. */
  endless: boolean;
  /** The document was too large to be changed: none of our headers is in force. */
  oversized = false;
  readonly #cdp: PageSession;
  readonly #frame: string;
  readonly #options: LoadOptions;
  readonly #onKept: (request: string) => void;
  #navigations = 0;
  #navigationBlocked = false;

  /** @param onKept called with the id of a request that would have taken the visit elsewhere */
  constructor(cdp: PageSession, frame: string, options: LoadOptions, onKept: (request: string) => void) {
    this.#cdp = cdp;
    this.#onKept = onKept;
    this.#frame = frame;
    this.#options = options;
    this.endless = options.endless ?? false;
  }

  async start(): Promise<void> {
    this.#cdp.on('Fetch.requestPaused', (paused) => {
      // The page may be gone by the time of the answer: then there is nothing to answer.
      this.#paused(paused).catch(() => undefined);
    });
    const stages = ['Request', 'Response'] as const;
    await this.#cdp.send('Fetch.enable', {
      patterns: stages.map((requestStage) => ({ urlPattern: '*', resourceType: 'Document' as const, requestStage })),
    });
  }

  /** From now on the page may not navigate elsewhere. */
  blockNavigation(): void {
    this.#navigationBlocked = true;
  }

  async #paused(paused: Paused): Promise<void> {
    const { requestId, networkId, frameId, request, responseStatusCode: status, responseHeaders = [] } = paused;
    const main = frameId === this.#frame;
    if (status === undefined && paused.responseErrorReason === undefined) {
      const elsewhere = main && this.#navigationBlocked;
      if (elsewhere && networkId !== undefined) this.#onKept(networkId);
      const refused = request.method !== 'GET' || elsewhere || (main && this.#navigations++ > MAX_NAVIGATIONS);
      if (refused) await this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      else await this.#cdp.send('Fetch.continueRequest', { requestId });
      return;
    }
    if (!main || status === undefined || (status >= 300 && status < 400)) {
      await this.#cdp.send('Fetch.continueRequest', { requestId });
      return;
    }
    this.status = status;
    this.document = request.url;
    this.headers = responseHeaders.map(({ name, value }) => [name.toLowerCase(), value]);
    const bytes = await (this.endless ? this.#beginning(requestId) : this.#whole(requestId));
    if (bytes === null) {
      this.endless = true;
      await this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'TimedOut' });
      return;
    }
    // A larger body is not kept: each load of a page has one.
    this.oversized = bytes.length > MAX_HTML;
    this.html = this.oversized ? '' : bytes.toString('latin1');
    if (!this.endless && (this.oversized || !this.#changes)) {
      await this.#cdp.send('Fetch.continueRequest', { requestId });
      return;
    }
    await this.#cdp.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      responseHeaders: this.#answerHeaders().map(([name, value]) => ({ name, value })),
      body: Buffer.from(this.#body(request.url), 'latin1').toString('base64'),
    });
  }

  /** @returns null: it did not end in time */
  async #whole(requestId: string): Promise<Buffer | null> {
    const late = new Promise<null>((done) => setTimeout(done, this.#options.bodyMs ?? BODY_MS, null).unref());
    const answer = await Promise.race([this.#cdp.send('Fetch.getResponseBody', { requestId }), late]);
    return answer && Buffer.from(answer.body, answer.base64Encoded ? 'base64' : 'utf8');
  }

  /**
   * The part of a document that arrives within its time. A read waits until everything it requested has arrived, so each requests
   * little, and many are in progress.
   */
  async #beginning(requestId: string): Promise<Buffer> {
    const { stream: handle } = await this.#cdp.send('Fetch.takeResponseBodyAsStream', { requestId });
    const late = new Promise<null>((done) => setTimeout(done, this.#options.bodyMs ?? BODY_MS, null).unref());
    const read = () => this.#cdp.send('IO.read', { handle, size: READ_BYTES }).catch(() => null);
    const underWay = Array.from({ length: READS }, read);
    const parts: Buffer[] = [];
    for (let bytes = 0; bytes < MAX_HTML; bytes += READ_BYTES) {
      const answer = await Promise.race([underWay.shift(), late]);
      if (!answer) break;
      parts.push(Buffer.from(answer.data, answer.base64Encoded ? 'base64' : 'utf8'));
      if (answer.eof) break;
      underWay.push(read());
    }
    await this.#cdp.send('IO.close', { handle });
    return Buffer.concat(parts);
  }

  get #changes(): boolean {
    const { headers, without, stamps } = this.#options;
    return headers !== undefined || without !== undefined || stamps !== undefined;
  }

  #answerHeaders(): [string, string][] {
    const { headers = [], without = [] } = this.#options;
    const gone = new Set([...FRAMING, ...without, ...headers.map(([name]) => name)]);
    return [
      ...this.headers.filter(([name]) => !gone.has(name)),
      ...headers.map(([name, value]): [string, string] => [name, value]),
    ];
  }

  #body(url: string): string {
    const { stamps } = this.#options;
    return stamps && (stamps.nonce !== undefined || stamps.integrity?.size)
      ? stamped(this.html, url, stamps)
      : this.html;
  }
}

/** Headers of the body as it was transferred; the body that is passed on is not encoded. */
const FRAMING = ['content-length', 'content-encoding', 'transfer-encoding'];
