import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import negotiate from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyRequest, onSendAsyncHookHandler } from 'fastify';

/** In bytes. For smaller bodies, headers and packets outweigh the savings. */
const MIN_BYTES = 1024;
const COMPRESSIBLE =
  /^(?:text\/|application\/(?:json|schema\+json|problem\+json|javascript|xml|sarif\+json)|image\/svg)/;

/** In bytes, a few reports long. Smaller bodies are compressed in this thread: another one takes a third longer. */
const MAX_SYNC_BYTES = 256 * 1024;
// Quality 4 compresses a report of 90 kB in about a millisecond, to within 10 % of the smallest size.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 5 };

const compress: Readonly<Record<string, { sync(bytes: Buffer): Buffer; async(bytes: Buffer): Promise<Buffer> }>> = {
  br: {
    sync: (bytes) => brotliCompressSync(bytes, BROTLI),
    async: (bytes) => promisify(brotliCompress)(bytes, BROTLI),
  },
  gzip: { sync: (bytes) => gzipSync(bytes, GZIP), async: (bytes) => promisify(gzip)(bytes, GZIP) },
};

/** Compresses text that routes send in one piece. Files are compressed at build time; streams are not compressed. */
export function compression(app: FastifyInstance): void {
  // On the route itself: route hooks run after all others, which may still change the body.
  app.addHook('onRoute', (route) => {
    route.onSend = [route.onSend ?? []].flat().concat(compressed);
  });
}

/** A client that sends no Accept-Encoding gets no encoding, as below. */
export function acceptsGzip({ headers }: FastifyRequest): boolean {
  const accepted = headers['accept-encoding'];
  return typeof accepted === 'string' && negotiate(accepted, ['gzip']) === 'gzip';
}

const compressed: onSendAsyncHookHandler = async (request, reply, payload) => {
  const type = String(reply.getHeader('content-type') ?? '');
  const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : null;
  if (!COMPRESSIBLE.test(type)) return payload;
  // HEAD has the headers of GET, without the length, which only compressing would show (RFC 9110 §9.3.2).
  const [head, length] = [request.method === 'HEAD', text?.length ?? Number(reply.getHeader('content-length') ?? 0)];
  if (text === null && !head) return payload;
  const vary = String(reply.getHeader('vary') ?? '');
  if (!/accept-encoding/i.test(vary)) reply.header('vary', [vary, 'Accept-Encoding'].filter(Boolean).join(', '));
  // A body that the route has compressed is sent as it is.
  if (reply.hasHeader('content-encoding')) return payload;
  const accepted = request.headers['accept-encoding'];
  // No header means that any encoding is fine (RFC 9110 §12.5.3), but such clients rarely decode.
  if (length < MIN_BYTES || typeof accepted !== 'string') return payload;
  const encoding = negotiate(accepted, ['br', 'gzip', 'identity']);
  const compressor = encoding === null ? undefined : compress[encoding];
  if (!compressor || encoding === null) return payload;
  const bytes = text === null || head ? null : Buffer.from(text);
  const encoded = bytes && (bytes.length <= MAX_SYNC_BYTES ? compressor.sync(bytes) : await compressor.async(bytes));
  reply.header('content-encoding', encoding).removeHeader('content-length');
  return encoded ?? payload;
};
