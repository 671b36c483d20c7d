import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { authenticateKey, type AuthenticatedKey } from '@palisade/access/authenticate-key';
import { KeyMissing } from '@palisade/access/errors';
import type { Db } from '@palisade/db/client';
import { ScanCancelled } from '@palisade/scanner/errors';
import type { Caller, ScanPlace, ScanRequester } from './request-scan.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes that need a key. */
    apiKey: AuthenticatedKey | null;
    /** Set on routes that scan for a key. */
    scanPlace: ScanPlace | null;
  }
}

/**
 * Aborts when the client closes its connection before it has the whole answer.
 * Not `request.signal`: in Fastify 5 that aborts as soon as the body of a POST is read.
 */
export function callerGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  onClose(reply, () => {
    if (!reply.raw.writableFinished) controller.abort(new ScanCancelled('the caller hung up'));
  });
  return controller.signal;
}

/** Once, when the answer is out or the connection is gone; at once where it is gone already. */
function onClose(reply: FastifyReply, then: () => void): void {
  if (reply.raw.destroyed) then();
  else reply.raw.once('close', then);
}

/** The key in X-API-Key; an empty field counts as none. */
export function presentedKey(request: FastifyRequest): string | null {
  const header = request.headers['x-api-key'];
  return typeof header === 'string' && header !== '' ? header : null;
}

/** A place in the line of those who want a scan, which ends with the answer. */
export function lineUp(scans: Pick<ScanRequester, 'lineUp'>, caller: Caller, reply: FastifyReply): ScanPlace {
  const place = scans.lineUp(caller);
  onClose(reply, () => place.leave());
  return place;
}

/** Specification §5.4, before the body is even read: 401 without a key, 403 with one that opens nothing. */
export function requireKey(app: FastifyInstance, deps: { db: Db; appSecret: string }): onRequestAsyncHookHandler {
  if (!app.hasRequestDecorator('apiKey')) app.decorateRequest('apiKey', null);
  return async (request) => {
    const key = presentedKey(request);
    if (key === null) throw new KeyMissing('this endpoint needs your API key in the X-API-Key header');
    request.apiKey = await authenticateKey(deps.db, key, deps.appSecret);
  };
}

/**
 * For routes that scan for a key. Under overload the key is looked up only once the scan is
 * admitted, so that turning a caller away costs the database nothing: such a caller with a bad
 * key may hear 503 first.
 */
export function requireKeyAndPlace(
  app: FastifyInstance,
  deps: { db: Db; appSecret: string; scans: Pick<ScanRequester, 'lineUp'> },
): onRequestAsyncHookHandler {
  if (!app.hasRequestDecorator('scanPlace')) app.decorateRequest('scanPlace', null);
  const requireGoodKey = requireKey(app, deps);
  return async function (request, reply) {
    const key = presentedKey(request);
    if (key !== null) {
      const client = createHash('sha256').update(key).digest('base64url');
      request.scanPlace = lineUp(deps.scans, { tier: 'paid', client }, reply);
      if (request.scanPlace.likelyRefused) return;
    }
    await requireGoodKey.call(app, request, reply);
  };
}

/** The second half of `requireKeyAndPlace`, once the body is known. @throws what `ScanPlace.admit` throws; KeyRefused */
export async function subscriberOf(
  request: FastifyRequest,
  deps: { db: Db; appSecret: string },
  url: string,
): Promise<{ key: AuthenticatedKey; place: ScanPlace }> {
  const { apiKey, scanPlace: place } = request;
  const presented = presentedKey(request);
  if (!place || presented === null) throw new Error('subscriberOf is for routes with requireKeyAndPlace');
  if (apiKey) return { key: apiKey, place };
  await place.admit(url);
  return { key: await authenticateKey(deps.db, presented, deps.appSecret), place };
}
