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
    // The files are small, and its response to a range that does not exist has no Content-Range (RFC 9110 §15.5.17).
    acceptRanges: false,
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
