import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { ENGINE_VERSION } from '@palisade/scanner/engine-version';

const CHANGELOG = new URL('../../../../CHANGELOG.md', import.meta.url);

/** Pages about the service itself. */
export async function aboutRoutes(
  app: FastifyInstance,
  deps: { userAgent: string; freeScansPerDay: number; scanTimeoutMs: number; contact: string },
): Promise<void> {
  app.get('/method', async (_request, reply) => reply.page('method', { ...deps, engineVersion: ENGINE_VERSION }));

  app.get('/changelog', async (_request, reply) =>
    reply.page('changelog', { markdown: await readFile(CHANGELOG, 'utf8') }),
  );
}
