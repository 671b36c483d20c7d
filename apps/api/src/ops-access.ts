import { createHash, timingSafeEqual } from 'node:crypto';
import type { Secret } from '@palisade/config/fields';
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

const BASIC = 'Basic realm="Palisade operations", charset="UTF-8"';
/** Asked by the page itself: a challenge that makes browsers ask for a password would hold its answer back. */
const BEARER = 'Bearer realm="Palisade operations"';

/**
 * Guards /ops and /metrics: the bearer token or the password of user `ops` when
 * OPS_TOKEN is set, otherwise clients on this machine only.
 */
export function opsAccess(token: Secret | undefined) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (token === undefined) {
      // The peer of the socket, not a forwarded header: a proxy on this machine must not make everybody local.
      const forwarded = request.headers['x-forwarded-for'] !== undefined || request.headers['forwarded'] !== undefined;
      if (!forwarded && isLoopback(request.socket.remoteAddress)) return;
      return reply.code(403).send({ error: 'operations pages answer this machine only: set OPS_TOKEN to open them' });
    }
    if (matches(offered(request.headers.authorization), token.reveal())) return;
    return reply
      .code(401)
      .header('www-authenticate', request.url.startsWith('/ops/api/') ? BEARER : BASIC)
      .send({ error: 'operations pages need OPS_TOKEN as bearer token, or as password of user "ops"' });
  };
}

function offered(authorization: string | undefined): string {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ', 2);
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return '';
  const [user, ...password] = Buffer.from(value, 'base64').toString('utf8').split(':');
  return user === 'ops' ? password.join(':') : '';
}

/** Hashing first gives both sides one length, so that the comparison tells nothing of the secret's. */
function matches(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
