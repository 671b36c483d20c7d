import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import type { NetworkFaultCode } from '../../errors.ts';
import { fieldValues, type HeaderFields } from '../../evidence/http.ts';

/** Codings undone in a row; nobody honest uses two. */
const MAX_CODINGS = 2;
/** Bytes read from the wire for one body, whatever they decode to. */
export const MAX_WIRE_BYTES = 4 * 1024 * 1024;

export interface Body {
  bytes: Buffer;
  /** The body went on, or ended before its length: what is here is a beginning. */
  truncated: boolean;
  /** Why it ended before its end; null when it is whole or when our own limit stopped it. */
  fault: NetworkFaultCode | null;
}

/**
 * Reads at most `maxBytes` decoded bytes. Decoders hold one small chunk at a time and are
 * stopped at the limit, so that a bomb costs no more than an honest page of that size.
 */
export async function readBody(response: IncomingMessage, headers: HeaderFields, maxBytes: number): Promise<Body> {
  const codings = contentCodings(headers);
  const chunks: Buffer[] = [];
  let kept = 0;
  let wire = 0;
  if (codings === null) return { bytes: Buffer.alloc(0), truncated: true, fault: 'malformed' };

  const stages: Readable[] = [response];
  response.on('data', (chunk: Buffer) => {
    wire += chunk.length;
    if (wire > MAX_WIRE_BYTES) response.destroy();
  });
  response.pause();
  for (const coding of codings) {
    const decoder = createDecoder(coding);
    // pipe() does not carry errors on; a decoder whose input breaks off gives what it has.
    stages.at(-1)?.pipe(decoder);
    stages.at(-1)?.once('close', () => decoder.end());
    stages.push(decoder);
  }
  for (const stage of stages) stage.on('error', () => undefined);
  const last = stages.at(-1) ?? response;
  let fault: NetworkFaultCode | null = null;
  try {
    for await (const chunk of last as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, maxBytes - kept));
      kept += chunk.length;
      if (kept > maxBytes) break;
    }
  } catch (error) {
    fault = codings.length > 0 && response.complete ? 'malformed' : bodyFault(error);
  }
  for (const stage of stages) stage.destroy();
  const stopped = kept > maxBytes || wire > MAX_WIRE_BYTES;
  if (!stopped && fault === null && !response.complete) fault = 'reset';
  return { bytes: Buffer.concat(chunks), truncated: stopped || fault !== null, fault: stopped ? null : fault };
}

/** The codings to undo, outermost first; null when one of them is unknown or there are too many. */
function contentCodings(headers: HeaderFields): string[] | null {
  const listed = fieldValues(headers, 'content-encoding')
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (listed.length > MAX_CODINGS) return null;
  return listed.every((coding) => Object.hasOwn(DECODERS, coding)) ? listed.toReversed() : null;
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  'x-gzip': () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  deflate: () => createInflate({ finishFlush: constants.Z_SYNC_FLUSH }),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  // RFC 9659: no window above 8 MiB, which the decoder would allocate at once.
  zstd: () =>
    createZstdDecompress({ finishFlush: constants.ZSTD_e_flush, params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
};

function createDecoder(coding: string): Transform {
  const create = DECODERS[coding];
  if (!create) throw new Error(`no decoder for ${coding}`);
  return create();
}

function bodyFault(error: unknown): NetworkFaultCode {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code.startsWith('HPE_')) return 'malformed';
  if (code === 'ABORT_ERR' || (error as Error).name === 'TimeoutError') return 'timeout';
  return 'reset';
}
