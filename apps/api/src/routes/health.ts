import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { coalesced } from '../scans/coalesced.ts';
import { NotReady } from '../scans/readiness.ts';
import { ErrorBody } from './error-body.ts';

export interface HealthDeps {
  /** Rejects with the reason if a scan that is requested now would not be answered. */
  ready(): Promise<void>;
  /** True as soon as the process begins to stop. */
  stopping(): boolean;
}

const READY_WITHIN_MS = 2_000;

export async function healthRoutes(app: FastifyInstance, deps: HealthDeps): Promise<void> {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const up = z.object({ ok: z.literal(true) });
  // Anyone can call this as often as they like, so database and queue are queried only once at a time.
  const ready = coalesced(() => inTime(deps.ready()));

  routes.get(
    '/healthz',
    { schema: { tags: ['Operations'], summary: 'The process is up', response: { 200: up } } },
    async () => ({ ok: true as const }),
  );

  routes.get(
    '/readyz',
    {
      schema: {
        tags: ['Operations'],
        summary: 'The service can accept scans',
        response: { 200: up, 503: ErrorBody },
      },
    },
    async (_request, reply) => {
      if (deps.stopping()) return reply.code(503).send({ error: 'stopping' });
      try {
        // A caller who has to wait for an earlier query first waits no longer than others.
        await inTime(ready(''));
        return { ok: true as const };
      } catch (error) {
        const message = error instanceof NotReady ? error.message : 'the database or the queue cannot be reached';
        return reply.code(503).header('retry-after', '2').send({ error: message });
      }
    },
  );
}

async function inTime(answer: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer')), READY_WITHIN_MS);
  await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
