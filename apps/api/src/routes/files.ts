import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const DAY_SECONDS = 86_400;

/** The files that pages load, as Vite built and compressed them. */
export async function fileRoutes(app: FastifyInstance, deps: { files: URL }): Promise<void> {
  await app.register(fastifyStatic, {
    root: fileURLToPath(deps.files),
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders(reply, file) {
      // Files under assets/ have a hash in their name; icons keep their name when they change.
      const immutable = /[\\/]assets[\\/]/.test(file);
      reply.header(
        'cache-control',
        immutable ? `public, max-age=${365 * DAY_SECONDS}, immutable` : `public, max-age=${DAY_SECONDS}`,
      );
    },
  });
}
