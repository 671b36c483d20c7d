import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import negotiate from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyRequest, onSendAsyncHookHandler } from 'fastify';

/** Below this, headers and packets weigh more than what is saved. */
const SMALLEST = 1024;
const COMPRESSIBLE =
  /^(?:text\/|application\/(?:json|schema\+json|problem\+json|javascript|xml|sarif\+json)|image\/svg)/;

/** Up to this, a few reports long, it is done at once: to wake another thread takes a third as long again. */
const LONGEST_AT_ONCE = 256 * 1024;
// Quality 4 takes a report of 90 kB in about a millisecond and comes within a tenth of the best.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 5 };

const compress: Readonly<Record<string, { atOnce(bytes: Buffer): Buffer; apart(bytes: Buffer): Promise<Buffer> }>> = {
  br: {
    atOnce: (bytes) => brotliCompressSync(bytes, BROTLI),
    apart: (bytes) => promisify(brotliCompress)(bytes, BROTLI),
  },
  gzip: { atOnce: (bytes) => gzipSync(bytes, GZIP), apart: (bytes) => promisify(gzip)(bytes, GZIP) },
};

/** Compresses what routes answer as a text in one piece. Files are compressed when they are built; streams stay as they are. */
export function compression(app: FastifyInstance): void {
  // At the route itself: its hooks run after all others, which may still change the text.
  app.addHook('onRoute', (route) => {
    route.onSend = [route.onSend ?? []].flat().concat(compressed);
  });
}

/** A client that names no encoding gets none, as below. */
export function acceptsGzip({ headers }: FastifyRequest): boolean {
  const accepted = headers['accept-encoding'];
  return typeof accepted === 'string' && negotiate(accepted, ['gzip']) === 'gzip';
}

const compressed: onSendAsyncHookHandler = async (request, reply, payload) => {
  const type = String(reply.getHeader('content-type') ?? '');
  const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : null;
  if (!COMPRESSIBLE.test(type)) return payload;
  // HEAD has the fields of GET, whose length only compressing would show (RFC 9110 §9.3.2).
  const [head, length] = [request.method === 'HEAD', text?.length ?? Number(reply.getHeader('content-length') ?? 0)];
  if (text === null && !head) return payload;
  const vary = String(reply.getHeader('vary') ?? '');
  if (!/accept-encoding/i.test(vary)) reply.header('vary', [vary, 'Accept-Encoding'].filter(Boolean).join(', '));
  // What a route has compressed itself is sent as it is.
  if (reply.hasHeader('content-encoding')) return payload;
  const accepted = request.headers['accept-encoding'];
  // No field at all means "anything" (RFC 9110 §12.5.3), but a client that names nothing rarely decodes.
  if (length < SMALLEST || typeof accepted !== 'string') return payload;
  const encoding = negotiate(accepted, ['br', 'gzip', 'identity']);
  const squeeze = encoding === null ? undefined : compress[encoding];
  if (!squeeze || encoding === null) return payload;
  const bytes = text === null || head ? null : Buffer.from(text);
  const small = bytes && (bytes.length <= LONGEST_AT_ONCE ? squeeze.atOnce(bytes) : await squeeze.apart(bytes));
  reply.header('content-encoding', encoding).removeHeader('content-length');
  return small ?? payload;
};
