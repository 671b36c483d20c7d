import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import fastifyStatic from '@fastify/static';
import { ALL_JOBS } from '@palisade/queue/jobs';
import type { FastifyInstance, preHandlerAsyncHookHandler } from 'fastify';
import { OpsHealth, opsHealth, type OpsDeps } from './ops-health.ts';

const PAGE = fileURLToPath(new URL('../dist', import.meta.url));

/** `/ops`: the health page; `/ops/queues`: the job browser (log, retry, remove). Everything behind `guard`. */
export async function opsRoutes(
  app: FastifyInstance,
  deps: OpsDeps & { guard: preHandlerAsyncHookHandler },
): Promise<void> {
  app.addHook('onRequest', deps.guard);

  app.get('/ops/api/health', async () => OpsHealth.parse(await opsHealth(deps)));

  const board = new FastifyAdapter();
  board.setBasePath('/ops/queues');
  createBullBoard({
    queues: ALL_JOBS.map((job) => new BullMQAdapter(deps.backend.queue(job).raw)),
    serverAdapter: board,
    options: { uiConfig: { boardTitle: 'Jobs', hideRedisDetails: deps.backend.kind === 'postgres' } },
  });
  await app.register(board.registerPlugin(), { prefix: '/ops/queues' });

  if (existsSync(PAGE)) {
    await app.register(fastifyStatic, { root: PAGE, prefix: '/ops/', index: false, redirect: false });
    app.get('/ops', async (_request, reply) => reply.sendFile('index.html'));
  } else {
    app.get('/ops', async (_request, reply) =>
      reply.code(503).send({ error: 'the operations page is not built: start the service with "npm start"' }),
    );
  }
}
