import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { authenticateKey, type AuthenticatedKey } from '@palisade/access/authenticate-key';
import { pasted } from '@palisade/access/credential-format';
import { KeyMissing } from '@palisade/access/errors';
import type { Db } from '@palisade/db/client';
import { ScanCancelled } from '@palisade/scanner/errors';
import { coalesced } from './scans/coalesced.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes that require an API key. */
    apiKey: AuthenticatedKey | null;
  }
}

/**
 * Aborts when the client closes its connection, or its side of it, before it has the complete response.
 * Not `request.signal`: in Fastify 5 that aborts as soon as the body of a POST is read.
 */
export function callerGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const onClose = () => {
    if (!reply.raw.writableFinished) controller.abort(new ScanCancelled('the caller hung up'));
  };
  if (reply.raw.destroyed) onClose();
  else reply.raw.once('close', onClose);
  // A client that leaves sends the same FIN as one that only says it has no more requests.
  const { socket } = reply.request.raw;
  if (socket.readableEnded) onClose();
  else {
    socket.once('end', onClose);
    reply.raw.once('close', () => socket.off('end', onClose));
  }
  return controller.signal;
}

/** The key in X-API-Key; an empty header counts as none. Node reads UTF-8 in a header as Latin-1. */
export function presentedKey(request: FastifyRequest): string | null {
  const header = request.headers['x-api-key'];
  const key = typeof header === 'string' ? pasted(Buffer.from(header, 'latin1').toString('utf8')) : '';
  return key === '' ? null : key;
}

/** Specification §5.4: 401 without a key and 403 with an invalid one, before the body is read. */
export function requireKey(app: FastifyInstance, deps: { quickDb: Db; appSecret: string }): onRequestAsyncHookHandler {
  if (!app.hasRequestDecorator('apiKey')) app.decorateRequest('apiKey', null);
  // Under load, many requests present the same key: they share one lookup.
  const authenticate = coalesced((key) => authenticateKey(deps.quickDb, key, deps.appSecret));
  return async (request) => {
    const key = presentedKey(request);
    if (key === null) throw new KeyMissing('this endpoint needs your API key in the X-API-Key header');
    request.apiKey = await authenticate(key);
  };
}

/** The key that `requireKey` accepted. */
export function keyOf(request: FastifyRequest): AuthenticatedKey {
  if (!request.apiKey) throw new Error('keyOf is for routes with requireKey');
  return request.apiKey;
}
