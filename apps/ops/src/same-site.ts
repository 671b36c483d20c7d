import type { FastifyReply, FastifyRequest } from 'fastify';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser sends an operator's password along whichever site asks it to. What changes something
 * is done only for our own pages, and for clients that are no browser: those send neither header.
 * Fetch Metadata comes over HTTPS and from this machine only, `Origin` with every POST and PUT.
 */
export async function sameSiteOnly(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (READS.has(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const own =
    site === undefined ? origin === undefined || hostOf(origin) === request.headers.host : site === 'same-origin';
  if (own) return;
  return reply.code(403).send({ error: 'operations are changed from their own pages only' });
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
