import type { FastifyReply, FastifyRequest } from 'fastify';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser sends an operator's password with requests from any site. Changes are
 * accepted only from our own pages, and from clients other than browsers: those send neither header.
 * Fetch Metadata is sent only over HTTPS and from this machine, `Origin` with every POST and PUT.
 */
export async function sameSiteOnly(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (READS.has(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const own =
    site === undefined ? origin === undefined || hostOf(origin) === request.headers.host : site === 'same-origin';
  if (own) return;
  return reply.code(403).send({ error: 'operations can only be changed from their own pages' });
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
