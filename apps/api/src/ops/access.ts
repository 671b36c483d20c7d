import type { Secret } from '@palisade/config/fields';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndedSessions } from './ended-sessions.ts';
import { equal } from './equal.ts';
import { isLocalRequest } from './local-request.ts';
import { loginPage } from './login-page.ts';
import type { OpsSessions } from './session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who acts, for the audit trail; set by the operations guard. */
    operator: string;
  }
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

export type OpsGuard = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * Guards /ops and /metrics. With OPS_TOKEN: a session that began on the login page, the bearer token,
 * or the password of user `ops`. Without it: requests from this machine.
 */
export function opsGuard(
  token: Secret | undefined,
  sessions: OpsSessions | null,
  ended: EndedSessions,
  serviceName: string,
): OpsGuard {
  // Headers contain ASCII only, and a quoted string no quotes (RFC 9110, section 5.6.4).
  const realm = `${serviceName.replaceAll(/[^ !#-[\]-~]/g, '')} operations`.trim();
  const basic = `Basic realm="${realm}", charset="UTF-8"`;
  /** For pages and their fetches: a browser would answer the Basic challenge with its own dialog. */
  const bearer = `Bearer realm="${realm}"`;
  return async (request, reply) => {
    if (token === undefined || sessions === null) {
      if (isLocalRequest(request.raw)) {
        request.operator = 'this machine';
        return;
      }
      return reply.code(403).send({
        error: 'operations pages are available on this machine only: set OPS_TOKEN to allow access from elsewhere',
      });
    }
    const [scheme, password] = offered(request.headers.authorization);
    if (scheme !== null && equal(password, token.reveal())) {
      request.operator = scheme;
      return;
    }
    const session = scheme === null ? sessions.read(request) : null;
    if (session && !(await ended.has(session.id))) {
      request.operator = 'session';
      // The job browser cannot send the CSRF token. Its cookie is SameSite=Strict; `sameSiteOnly` checks the origin.
      const exempt = READS.has(request.method) || request.url.startsWith('/ops/queues/');
      // Plain forms send it in the query string, which no log contains.
      const { csrf } = request.query as { csrf?: unknown };
      const given = request.headers['x-csrf-token'] ?? csrf;
      if (exempt || (typeof given === 'string' && equal(given, session.csrf))) return;
      return reply.code(403).send({ error: 'the x-csrf-token of the session is missing or invalid: reload the page' });
    }
    const error = 'operations pages require OPS_TOKEN as a bearer token or as the password of user "ops"';
    if (request.method === 'GET' && wantsPage(request)) {
      const html = loginPage({ serviceName, csrf: sessions.formToken(reply), failed: false });
      return reply.code(401).header('www-authenticate', bearer).type('text/html; charset=utf-8').send(html);
    }
    const challenge = request.url.startsWith('/ops/api/') ? bearer : basic;
    return reply.code(401).header('www-authenticate', challenge).send({ error });
  };
}

function wantsPage(request: FastifyRequest): boolean {
  return /^[^,]*text\/html/.test(request.headers.accept ?? '') && !request.url.startsWith('/ops/api/');
}

function offered(authorization: string | undefined): [operator: 'token' | 'password' | null, password: string] {
  if (authorization === undefined) return [null, ''];
  const [scheme = '', value = ''] = authorization.split(' ', 2);
  if (scheme.toLowerCase() === 'bearer') return ['token', value];
  if (scheme.toLowerCase() !== 'basic') return ['token', ''];
  const [user, ...password] = Buffer.from(value, 'base64').toString('utf8').split(':');
  return ['password', user === 'ops' ? password.join(':') : ''];
}
