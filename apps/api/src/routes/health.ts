import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { coalesced } from '../scans/coalesced.ts';
import { NotReady } from '../scans/readiness.ts';
import { ErrorBody } from './error-body.ts';

export interface HealthDeps {
  /** Rejects with the reason when a scan asked now would not be answered. */
  ready(): Promise<void>;
  /** True from the moment the process is told to stop. */
  stopping(): boolean;
}

const READY_WITHIN_MS = 2_000;

export async function healthRoutes(app: FastifyInstance, deps: HealthDeps): Promise<void> {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const up = z.object({ ok: z.literal(true) });
  // Anyone may ask, as often as they like: however many do, database and queue are asked once at a time.
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
        // One who has to wait for the look-up before theirs waits no longer than others.
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
