import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';

/**
 * RFC 8259 §8.1: JSON between systems is UTF-8. Node would decode other bytes to replacement characters, and another URL
 * or address than the caller's would be scanned, or mailed to.
 */
export function utf8Json(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Clients send the type with every request, also with those that have no body (DELETE). A route that needs one says so.
    if (body.length === 0) done(null, undefined);
    else if (isUtf8(body)) void parse(request, body.toString(), done);
    else done(new ApiError(400, 'the request body is not valid UTF-8'));
  });
}
