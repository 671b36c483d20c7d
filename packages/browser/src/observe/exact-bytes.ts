import type { PageSession } from '../devtools/target-session.ts';
import { isUnsure, type Served } from './served-bytes.ts';

/** Each is one more request to the site if the browser's cache does not have the file. */
const MOST = 10;
const ANSWER_MS = 2_000;
const CHUNK = 256 * 1024;

/**
 * Requests from the browser the bytes of files whose text does not determine them: UTF-16 with a byte order mark, in either
 * byte order, and multi-byte encodings. Bytes that do not decode to the text that ran are discarded.
 */
export class ExactBytes {
  readonly #cdp: PageSession;
  readonly #frameId: string;
  #left = MOST;

  constructor(cdp: PageSession, frameId: string) {
    this.#cdp = cdp;
    this.#frameId = frameId;
  }

  async of(url: string, text: string | null, served: Served | undefined): Promise<Served | undefined> {
    if (text === null || !served || !isUnsure(text, served) || this.#left === 0) return served;
    this.#left -= 1;
    const late = new Promise<null>((done) => setTimeout(done, ANSWER_MS, null).unref());
    const exact = await Promise.race([this.#load(url, served.bytes).catch(() => null), late]);
    return exact !== null && reads(exact, served.charset) === text ? { ...served, exact } : served;
  }

  /** @returns null: it is not available, or now has another length */
  async #load(url: string, length: number): Promise<Buffer | null> {
    const { resource } = await this.#cdp.send('Network.loadNetworkResource', {
      frameId: this.#frameId,
      url,
      options: { disableCache: false, includeCredentials: true },
    });
    const handle = resource.stream;
    if (!resource.success || handle === undefined) return null;
    const chunks: Buffer[] = [];
    try {
      for (let read = 0; read <= length;) {
        const { data, base64Encoded, eof } = await this.#cdp.send('IO.read', { handle, size: CHUNK });
        const chunk = Buffer.from(data, base64Encoded === true ? 'base64' : 'utf8');
        chunks.push(chunk);
        read += chunk.length;
        if (eof) break;
      }
    } finally {
      void this.#cdp.send('IO.close', { handle }).catch(() => undefined);
    }
    const whole = Buffer.concat(chunks);
    return whole.length === length ? whole : null;
  }
}

/** As in browsers: a byte order mark overrides the declared encoding (Encoding Standard §6.1). */
function reads(bytes: Buffer, charset: string): string | null {
  const marked = bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : null; // prettier-ignore
  try {
    return new TextDecoder(marked ?? charset).decode(bytes);
  } catch {
    return null;
  }
}
