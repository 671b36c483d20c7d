import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const WEB = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const YEAR_MS = 365 * 86_400_000;

/** The page people use, as Vite built it, and our own security.txt. */
export async function siteRoutes(
  app: FastifyInstance,
  deps: { publicBaseUrl: () => string; contact: string },
): Promise<void> {
  app.get('/.well-known/security.txt', async (_request, reply) => {
    reply.type('text/plain; charset=utf-8');
    // Half a year ahead, to the day: RFC 9116 wants less than a year, and an answer that does not change all the time.
    const expires = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 + 182 * 86_400_000).toISOString();
    return [
      `Contact: ${deps.contact}`,
      `Expires: ${expires.replace('.000Z', 'Z')}`,
      'Preferred-Languages: en',
      `Canonical: ${deps.publicBaseUrl()}/.well-known/security.txt`,
      '',
    ].join('\n');
  });

  if (!existsSync(WEB)) {
    app.get('/', async (_request, reply) =>
      reply.code(503).send({ error: 'the web page is not built: start the service with "npm start"' }),
    );
    return;
  }
  await app.register(fastifyStatic, {
    root: WEB,
    maxAge: YEAR_MS,
    immutable: true,
    index: 'index.html',
    setHeaders(reply, file) {
      // Assets carry a hash in their name; the page itself must always be asked for again.
      if (file.endsWith('.html')) reply.header('cache-control', 'no-cache');
    },
  });
}
