import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { HeaderFields } from '../../evidence/http.ts';
import { TOKEN } from '../../parse/headers/token.ts';

/** A line that is longer is passed on as it is: the parser's own limit ends it. */
const MAX_LINE_BYTES = 64 * 1024;
const MAX_SKIPPED = 20;

/**
 * A connection whose response header blocks are made readable for Node's parser, which refuses them even when it is lenient.
 * As in Chromium (`HttpUtil::HeadersIterator`), lines without a colon or whose name is no token are skipped, as is a length
 * that is no number or that is sent again, and blanks before the colon are removed: `Content Security Policy: …`,
 * `X-Frame-Options : DENY`. Chromium also reads status lines such as `http/1.1  200OK`.
 */
export class RepairedHead extends Duplex {
  /** Fields whose lines were skipped, for the reader of the report. */
  readonly skipped: HeaderFields = [];
  readonly #socket: Socket;
  #state: 'start' | 'fields' | 'body' = 'start';
  #rest: Buffer = Buffer.alloc(0);
  #isInterim = false;
  /** The first Content-Length. Two different ones are a fault in browsers, too (RFC 9112 §6.3). */
  #length: string | null = null;
  /** Whether the last line was passed on: a folded one belongs to it. */
  #isKept = false;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    let isOver = false;
    socket.on('data', (chunk: Buffer) => {
      const text = this.#repaired(chunk);
      if (text.length > 0 && !this.push(text)) socket.pause();
    });
    socket.on('end', () => {
      isOver = true;
      if (this.#rest.length > 0) this.push(this.#rest);
      this.push(null);
    });
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => {
      if (!isOver) this.destroy();
    });
  }

  #repaired(chunk: Buffer): Buffer {
    if (this.#state === 'body') return chunk;
    const all = Buffer.concat([this.#rest, chunk]);
    const kept: Buffer[] = [];
    let from = 0;
    for (;;) {
      const end = all.indexOf('\n', from);
      if (end < 0) break;
      const line = all.subarray(from, end + 1);
      from = end + 1;
      kept.push(...this.#line(line));
      if (this.#isInBody()) break;
    }
    this.#rest = all.subarray(from);
    if (this.#rest.length > MAX_LINE_BYTES) this.#state = 'body';
    if (this.#isInBody()) {
      kept.push(this.#rest);
      this.#rest = Buffer.alloc(0);
    }
    return Buffer.concat(kept);
  }

  #isInBody(): boolean {
    return this.#state === 'body';
  }

  /** @returns the line, repaired, or nothing if browsers skip it */
  #line(line: Buffer): Buffer[] {
    const text = line.toString('latin1').replace(/\r?\n$/u, '');
    if (this.#state === 'start') {
      if (text === '') return [line];
      this.#state = 'fields';
      this.#isKept = false;
      this.#length = null;
      const status = repairedStatus(text);
      this.#isInterim = /^HTTP\/\d\.\d 1(?!01)\d\d\b/u.test(status);
      return [status === text ? line : Buffer.from(`${status}\r\n`, 'latin1')];
    }
    if (text === '') {
      this.#state = this.#isInterim ? 'start' : 'body';
      return [line];
    }
    if (/^[ \t]/u.test(text)) return this.#isKept ? [line] : [];
    const colon = text.indexOf(':');
    const name = text.slice(0, Math.max(colon, 0)).replace(/[ \t]+$/u, '');
    const isUnknownLength = /^content-length$/iu.test(name) && !/^[\d\s,]*\d[\d\s,]*$/u.test(text.slice(colon + 1));
    this.#isKept = TOKEN.test(name) && !isUnknownLength;
    if (!this.#isKept) {
      if (name.trim() !== '' && this.skipped.length < MAX_SKIPPED)
        this.skipped.push([name.trim(), text.slice(colon + 1).trim()]);
      return [];
    }
    if (/^content-length$/iu.test(name)) {
      const length = text.slice(colon + 1).trim();
      this.#isKept = length !== this.#length;
      if (!this.#isKept) return [];
      this.#length ??= length;
    }
    return name.length === colon ? [line] : [Buffer.from(`${name}${text.slice(colon)}\r\n`, 'latin1')];
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}

/** As Chromium's `HttpResponseHeaders::ParseStatusLine` reads it, as far as the parser can. */
function repairedStatus(line: string): string {
  const [, version, status, reason] = /^http(?:\/(\d\.\d)|\/\d)?[ \t]*(\d{3})(?!\d)[ \t]*(.*)$/iu.exec(line) ?? [];
  return status === undefined ? line : `HTTP/${version ?? '1.0'} ${status} ${reason ?? ''}`;
}
