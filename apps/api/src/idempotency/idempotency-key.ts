import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Db } from '@palisade/db/client';
import { claimRequest } from '@palisade/db/idempotent-requests';
import { canonicalJson } from '@palisade/signing/canonical-json';
import { ApiError } from '../errors.ts';
import { createAttempt, LEASE_MS, type IdempotentAttempt } from './idempotent-attempt.ts';
import { unseal } from './sealed.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on requests with an Idempotency-Key. */
    idempotent: IdempotentAttempt | null;
    idempotencyFingerprint: string;
  }
}

export interface IdempotencyDeps {
  db: Db;
  appSecret: string;
}

export const IDEMPOTENCY_NOTE =
  'With an `Idempotency-Key` (1 to 255 visible characters), the same key and body within 24 hours get the first ' +
  'response again at no extra cost. A different body gets 422. While the first request is in progress: 409 with `Retry-After`. ' +
  'Errors are not charged and not stored, so you can retry with the same key.';

const KEY = /^[\x21-\x7e]{1,255}$/;
/** A scan takes a few seconds. */
const RETRY_AFTER_S = '2';

/**
 * Route options for POST routes that cost something.
 * @param caller whom the key belongs to: the credential that pays for the request, or the address that it comes from
 */
export function idempotencyKey(
  app: FastifyInstance,
  { db, appSecret }: IdempotencyDeps,
  caller: (request: FastifyRequest) => string,
): Required<Pick<RouteShorthandOptions, 'preValidation' | 'preHandler' | 'onSend'>> {
  if (!app.hasRequestDecorator('idempotent')) {
    app.decorateRequest('idempotent', null);
    app.decorateRequest('idempotencyFingerprint', '');
  }
  const digest = (...parts: string[]) =>
    createHmac('sha256', appSecret).update(JSON.stringify(parts)).digest('base64url');

  return {
    // Fingerprints the body as it was sent, before validation adds defaults or removes unknown members.
    async preValidation(request) {
      const key = request.headers['idempotency-key'];
      if (key === undefined) return;
      if (typeof key !== 'string' || !KEY.test(key)) {
        throw new ApiError(400, 'Idempotency-Key must be 1 to 255 visible ASCII characters');
      }
      request.idempotencyFingerprint = digest('body', textOf(request.body), textOf(request.query));
    },
    async preHandler(request, reply) {
      const key = request.headers['idempotency-key'];
      if (typeof key !== 'string') return;
      const id = digest('key', request.routeOptions.url ?? '', caller(request), key);
      const attempt = { id, attempt: randomUUID() };
      const claim = await claimRequest(db, {
        ...attempt,
        fingerprint: request.idempotencyFingerprint,
        leaseMs: LEASE_MS,
      });
      switch (claim.outcome) {
        case 'ours':
          request.idempotent = createAttempt({ db, appSecret }, attempt);
          return;
        case 'answered': {
          const headers = JSON.parse((await unseal(claim.sealed.headers, id, appSecret)).toString()) as object;
          const body = await unseal(claim.sealed.body, id, appSecret);
          return reply
            .code(claim.status)
            .headers({ ...headers, 'idempotent-replayed': 'true' })
            .send(body);
        }
        case 'under-way':
          throw new ApiError(409, 'a request with this Idempotency-Key is still in progress', {
            'retry-after': RETRY_AFTER_S,
          });
        case 'other-body':
          throw new ApiError(
            422,
            'this Idempotency-Key was used with a different body: use a new key for a new request',
          );
      }
    },
    async onSend(request, reply, payload) {
      if (request.idempotent === null) return payload;
      await request.idempotent.finish(reply, payload).catch((error: unknown) => {
        request.log.warn({ err: error }, 'a response could not be stored under its Idempotency-Key');
      });
      return payload;
    },
  };
}

function textOf(value: unknown): string {
  try {
    return canonicalJson(value ?? null);
  } catch {
    return JSON.stringify(value);
  }
}
