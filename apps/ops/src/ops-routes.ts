import { existsSync } from 'node:fs';
// oxlint-disable-next-line no-restricted-imports -- the names of status codes, no connection
import { STATUS_CODES } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import fastifyStatic from '@fastify/static';
import { ALL_JOBS } from '@palisade/queue/jobs';
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import { actOnFailedJob, JobAction, type Acted } from './failed-jobs.ts';
import { OpsHealth, opsHealth, type OpsDeps } from './ops-health.ts';
import { sameSiteOnly } from './same-site.ts';

const PAGE = fileURLToPath(new URL('../dist', import.meta.url));

const FONTS = /<link href="https:\/\/fonts\.googleapis\.com\/[^>]*>/;

const FailedJobPath = z.object({ queue: z.string(), jobId: z.string(), action: JobAction });
const MatterPath = z.object({
  key: z.string().max(200),
  action: z.enum(['refund', 'accept', 'merge', 'again', 'dismiss']),
});
export type MatterAction = z.infer<typeof MatterPath>['action'];
const ANSWERS: Readonly<Record<Acted, { status: number; body: object }>> = {
  done: { status: 200, body: { done: true } },
  gone: { status: 404, body: { error: 'it is not there any more' } },
  'not failed': { status: 409, body: { error: 'it is not among the failed ones any more' } },
};

/** Who acts: the guard wrote it down. */
function operatorOf(request: FastifyRequest): string {
  return (request as { operator?: string }).operator ?? '';
}

/** The job browser's errors have fields and codes of their own (`ERRORS.QUEUE_NOT_FOUND`): callers get one `error`, in words. */
function errorOf(payload: string, status: number): string {
  let code: unknown = payload;
  try {
    const { error, message, ...rest } = JSON.parse(payload) as { error?: unknown; message?: unknown };
    // Ours, of the guard.
    if (typeof error === 'string' && message === undefined && Object.keys(rest).length === 0) return payload;
    code = typeof error === 'object' && error !== null ? (error as { key?: unknown }).key : (error ?? message);
  } catch {
    // Not JSON: its own text is what there is.
  }
  // It says so of every error that it has no name for, of the framework's about a request, too.
  if (code === 'ERRORS.INTERNAL_SERVER_ERROR' && status < 500) code = STATUS_CODES[status];
  const text = typeof code === 'string' && code !== '' ? code : 'the job browser failed';
  return JSON.stringify({
    error: text
      .replace(/^ERRORS\./, '')
      .replaceAll('_', ' ')
      .toLowerCase(),
  });
}

/** `/ops`: the health page; `/ops/queues`: the job browser (log, retry, remove). Everything behind `guard`. */
export async function opsRoutes(
  app: FastifyInstance,
  deps: OpsDeps & {
    guard: preHandlerAsyncHookHandler;
    /** The job browser may change jobs and queues. */
    jobsWritable: boolean;
    /** Makes a message that was given up due again. */
    sendAgain(messageId: string): Promise<Acted>;
    /** Decides what waits for a person. Null: done; otherwise why not. */
    settleMatter(key: string, action: MatterAction, operator: string): Promise<string | null>;
    /** Into the audit trail. */
    noteAction(operator: string, action: string, detail: Record<string, string>): Promise<void>;
  },
): Promise<void> {
  app.addHook('onRequest', deps.guard);
  app.addHook('onRequest', sameSiteOnly);

  app.get('/ops/api/health', async (request, _reply) =>
    OpsHealth.parse(await opsHealth(deps, operatorOf(request) === 'session')),
  );

  app.post('/ops/api/jobs/:queue/:jobId/:action', async (request, reply) => {
    const path = FailedJobPath.safeParse(request.params);
    const acted = path.success ? await actOnFailedJob(deps.backend, path.data) : 'gone';
    request.log.info({ ...path.data, acted, operator: operatorOf(request) }, 'an operator acts on a failed job');
    if (path.success)
      await deps.noteAction(operatorOf(request), `ops.job.${path.data.action}`, { ...path.data, acted });
    return reply.code(ANSWERS[acted].status).send(ANSWERS[acted].body);
  });
  app.post('/ops/api/mail/:messageId/again', async (request, reply) => {
    const { messageId } = z.object({ messageId: z.string() }).parse(request.params);
    const acted = z.uuid().safeParse(messageId).success ? await deps.sendAgain(messageId) : 'gone';
    request.log.info({ messageId, acted, operator: operatorOf(request) }, 'an operator has an e-mail sent again');
    await deps.noteAction(operatorOf(request), 'ops.mail.again', { messageId, acted });
    return reply.code(ANSWERS[acted].status).send(ANSWERS[acted].body);
  });

  app.post('/ops/api/matters/:key/:action', async (request, reply) => {
    const path = MatterPath.safeParse(request.params);
    if (!path.success) return reply.code(404).send({ error: 'there is no such matter' });
    const { key, action } = path.data;
    const refused = await deps.settleMatter(key, action, operatorOf(request));
    request.log.info({ key, action, refused, operator: operatorOf(request) }, 'an operator settles a matter');
    return refused === null ? reply.send({ done: true }) : reply.code(409).send({ error: refused });
  });

  const board = new FastifyAdapter();
  board.setBasePath('/ops/queues');
  createBullBoard({
    queues: ALL_JOBS.map((job) => new BullMQAdapter(deps.backend.queue(job).raw, { readOnlyMode: !deps.jobsWritable })),
    serverAdapter: board,
    options: {
      uiConfig: {
        boardTitle: 'Jobs',
        hideRedisDetails: deps.backend.kind === 'postgres',
        hideDocsLink: true,
        miscLinks: [{ text: 'Queue health', url: '/ops' }],
      },
    },
  });
  await app.register(async (scope) => {
    // Neither a queue nor a job has such a name, and PostgreSQL takes no NUL in a text.
    scope.addHook('onRequest', async (request, reply) => {
      // oxlint-disable-next-line no-control-regex
      if (/%00|\0/.test(request.url)) return reply.code(404).send({ error: 'there is no such job' });
    });
    // It asks another company for its fonts, which our policy refuses; a browser has others.
    scope.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload !== 'string') return payload;
      return reply.statusCode >= 400 ? errorOf(payload, reply.statusCode) : payload.replace(FONTS, '');
    });
    scope.addHook('onResponse', async (request, reply) => {
      if (request.method === 'GET' || request.method === 'HEAD' || reply.statusCode >= 400) return;
      const path = request.url.split('?', 1)[0] ?? '';
      request.log.info({ operator: operatorOf(request), path }, 'an operator acts in the job browser');
      await deps.noteAction(operatorOf(request), 'ops.jobs', { method: request.method, path: path.slice(0, 500) });
    });
    await scope.register(board.registerPlugin(), { prefix: '/ops/queues' });
  });

  if (existsSync(PAGE)) {
    await app.register(fastifyStatic, { root: PAGE, prefix: '/ops/', index: false, redirect: false });
    app.get('/ops', async (_request, reply) => reply.sendFile('index.html'));
  } else {
    app.get('/ops', async (_request, reply) =>
      reply.code(503).send({ error: 'the operations page is not built: start the service with "npm start"' }),
    );
  }
}
