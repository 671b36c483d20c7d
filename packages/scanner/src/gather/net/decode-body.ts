import type { Socket } from 'node:net';
import { pipeline, type Readable, type Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import type { NetworkFaultCode } from '../../errors.ts';
import { fieldValues, type HeaderFields } from '../../evidence/http.ts';

/** Maximum number of nested codings. Legitimate servers use one. */
const MAX_CODINGS = 2;
/** Bytes read from the wire for one body, whatever they decode to. */
export const MAX_WIRE_BYTES = 4 * 1024 * 1024;
/** So many chunks may hold next to nothing: each costs the parser time. */
export const MAX_TINY_CHUNKS = 2_000;
/** Octets that a chunk holds on average where it is not tiny. */
const TINY = 4;

export interface Body {
  bytes: Buffer;
  /** The body went on, or ended before its length: what is here is a beginning. */
  truncated: boolean;
  /** Why it ended before its end; null when it is whole or when our own limit stopped it. */
  fault: NetworkFaultCode | null;
}

/** The body of a response, of either version of HTTP. */
export interface BodySource extends Readable {
  /** It has ended, as its framing says. */
  readonly complete: boolean;
  /** What carries it, and nothing else meanwhile. */
  readonly socket: Pick<Socket, 'bytesRead' | 'destroy'>;
}

/**
 * Reads at most `maxBytes` decoded bytes. Decoders hold one small chunk at a time and are
 * stopped at the limit, so that a bomb costs no more than an honest page of that size.
 */
export async function readBody(response: BodySource, headers: HeaderFields, maxBytes: number): Promise<Body> {
  const codings = contentCodings(headers);
  if (codings === null) {
    response.on('error', () => undefined).destroy();
    return { bytes: Buffer.alloc(0), truncated: true, fault: 'malformed' };
  }
  const wire: Wire = { stopped: false, broken: null };
  const kept = createBuffer(maxBytes);
  let fault: NetworkFaultCode | null = null;
  try {
    let body: AsyncIterable<Buffer> = fromWire(response, wire);
    for (const coding of codings) body = undo(body, coding);
    for await (const chunk of body) {
      if (!kept.add(chunk)) break;
    }
  } catch {
    fault = 'malformed';
  }
  response.destroy();
  if (kept.full || wire.stopped) return { bytes: kept.bytes(), truncated: true, fault: null };
  fault = wire.broken ?? fault ?? (response.complete ? null : 'reset');
  return { bytes: kept.bytes(), truncated: fault !== null, fault };
}

/** Copies what it is given: a chunk of one byte would otherwise hold on to the 64 KiB it was read with. */
function createBuffer(maxBytes: number): { add(chunk: Buffer): boolean; readonly full: boolean; bytes(): Buffer } {
  let store = Buffer.allocUnsafe(Math.min(maxBytes, 16 * 1024));
  let length = 0;
  let full = false;
  return {
    add(chunk) {
      full = chunk.length > maxBytes - length;
      const wanted = Math.min(maxBytes, length + chunk.length);
      if (wanted > store.length) {
        const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(wanted, store.length * 2)));
        store.copy(larger, 0, 0, length);
        store = larger;
      }
      length += chunk.copy(store, length, 0, wanted - length);
      return !full;
    },
    get full() {
      return full;
    },
    bytes: () => store.subarray(0, length),
  };
}

interface Wire {
  stopped: boolean;
  broken: NetworkFaultCode | null;
}

/** The bytes as they came. A connection that breaks ends them, so that decoders give what they have. */
async function* fromWire(response: BodySource, wire: Wire): AsyncGenerator<Buffer> {
  // What the socket read, not what the parser gave: chunk extensions are bytes too.
  const { socket } = response;
  const before = socket.bytesRead;
  boundTinyChunks(response, wire);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      yield chunk;
      if (socket.bytesRead - before > MAX_WIRE_BYTES) {
        wire.stopped = true;
        return;
      }
    }
  } catch {
    if (!wire.stopped) wire.broken = 'reset';
  }
}

/** One read holds eleven thousand chunks of one octet; what the parser gives beyond the limit is dropped where it comes. */
export function boundTinyChunks(response: BodySource, wire: Pick<Wire, 'stopped'>): void {
  const push = response.push.bind(response);
  let chunks = 0;
  let content = 0;
  response.push = (chunk: Buffer | null, encoding) => {
    if (wire.stopped) return false;
    if (chunk === null) return push(null);
    chunks += 1;
    content += chunk.length;
    if (chunks <= MAX_TINY_CHUNKS || content >= TINY * chunks) return push(chunk, encoding);
    wire.stopped = true;
    push(null);
    // What TLS has decrypted already would still be parsed in this turn of the loop.
    response.socket.destroy();
    return false;
  };
}

async function* undo(source: AsyncIterable<Buffer>, coding: string): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  const decoder = createDecoder(coding, first.value);
  const all = async function* (): AsyncGenerator<Buffer> {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  pipeline(all, decoder, () => undefined);
  yield* decoder as AsyncIterable<Buffer>;
}

/** Maximum number of Content-Encoding elements, including empty ones and `identity`. */
const MAX_LISTED = 64;

/** Registered codings that browsers do not undo: what they show is unreadable. */
const UNREADABLE = /^(?:x-)?compress$|^(?:aes128gcm|dcb|dcz|exi|pack200-gzip)$/u;

/**
 * The codings to undo, outermost first; null when one of them cannot be undone or there are too many. A word that names
 * no coding (`utf-8`, `none`) is a common mistake: Chromium then shows the body as it is, so next to `gzip` it is
 * unreadable.
 */
function contentCodings(headers: HeaderFields): string[] | null {
  const elements = fieldValues(headers, 'content-encoding')
    .slice(0, MAX_LISTED + 1)
    .flatMap((value) => value.split(',', MAX_LISTED + 1));
  if (elements.length > MAX_LISTED) return null;
  const listed = elements
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (listed.length > MAX_CODINGS) return null;
  const known = listed.filter((coding) => Object.hasOwn(DECODERS, coding) || UNREADABLE.test(coding));
  if (known.length === 0) return [];
  return listed.every((coding) => Object.hasOwn(DECODERS, coding)) ? listed.toReversed() : null;
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  'x-gzip': () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  deflate: () => createInflate({ finishFlush: constants.Z_SYNC_FLUSH }),
  'raw deflate': () => createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH }),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  // RFC 9659: no window above 8 MiB, which the decoder would allocate at once.
  zstd: () =>
    createZstdDecompress({ finishFlush: constants.ZSTD_e_flush, params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
};

function createDecoder(coding: string, first: Buffer): Transform {
  // RFC 9110 §8.4.1.2 means zlib by "deflate"; some servers leave its header off, and browsers read both.
  const raw = coding === 'deflate' && (first.readUInt8(0) & 0x0f) !== 8;
  const create = DECODERS[raw ? 'raw deflate' : coding];
  if (!create) throw new Error(`no decoder for ${coding}`);
  return create();
}
