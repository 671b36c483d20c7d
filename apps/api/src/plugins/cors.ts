import type { FastifyInstance, FastifyReply } from 'fastify';

const EXPOSED =
  'X-Scans-Remaining, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Content-Disposition, Idempotent-Replayed, X-Report-Delete-Token, X-Report-Url';
const ALLOWED = 'content-type, x-api-key, idempotency-key, x-report-delete-token';
const METHODS = 'GET, POST, DELETE';
const PREFLIGHT_SECONDS = '600';

/** Lets pages of the configured origins call `/api/` (Fetch §3.2), without cookies. */
export function cors(app: FastifyInstance, origins: readonly string[] | undefined): void {
  if (!origins || origins.length === 0) return;
  const allow = (reply: FastifyReply, origin: string | undefined): boolean => {
    reply.header('vary', [reply.getHeader('vary'), 'Origin'].filter(Boolean).join(', '));
    if (origin === undefined || !origins.includes(origin)) return false;
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED });
    return true;
  };
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    const allowed = allow(reply, request.headers.origin);
    const preflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (!preflight || !allowed) return;
    reply.headers({
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': ALLOWED,
      'access-control-max-age': PREFLIGHT_SECONDS,
    });
    await reply.code(204).send();
  });
}
