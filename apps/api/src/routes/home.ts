import type { FastifyInstance } from 'fastify';

const LONGEST_URL = 2048;

/** The page with the form. `?url=` fills it but starts no scan. */
export async function homeRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: { url?: unknown } }>('/', async (request, reply) => {
    const { url } = request.query;
    return reply.page('home', { url: typeof url === 'string' ? url.slice(0, LONGEST_URL) : '' });
  });
}
