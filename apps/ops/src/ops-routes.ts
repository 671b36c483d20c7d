import { existsSync } from 'node:fs';
// oxlint-disable-next-line no-restricted-imports -- the names of status codes, no connection
import { STATUS_CODES } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createBullBoard } from '@bull-board/api';
import { FastifyAdapter } from '@bull-board/fastify';
import fastifyStatic from '@fastify/static';
import { ALL_JOBS } from '@palisade/queue/jobs';
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import { boardQueue } from './board-queue.ts';
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
  gone: { status: 404, body: { error: 'it no longer exists' } },
  'not failed': { status: 409, body: { error: 'it is no longer a failed job' } },
};

/** The operator, as recorded by the guard. */
function operatorOf(request: FastifyRequest): string {
  return (request as { operator?: string }).operator ?? '';
}

/** The job browser's errors have their own fields and codes (`ERRORS.QUEUE_NOT_FOUND`): callers get one `error` text. */
function errorOf(payload: string, status: number): string {
  let code: unknown = payload;
  try {
    const { error, message, ...rest } = JSON.parse(payload) as { error?: unknown; message?: unknown };
    // One of the guard's own errors.
    if (typeof error === 'string' && message === undefined && Object.keys(rest).length === 0) return payload;
    code = typeof error === 'object' && error !== null ? (error as { key?: unknown }).key : (error ?? message);
  } catch {
    // Not JSON: use the text itself.
  }
  // It uses this for every error without a code, including the framework's errors about a request.
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
    /** Makes a given-up message due again. */
    sendAgain(messageId: string): Promise<Acted>;
    /** Settles a matter that waits for a decision. Null: done; otherwise the reason why not. */
    settleMatter(key: string, action: MatterAction, operator: string): Promise<string | null>;
    /** Writes to the audit trail. */
    noteAction(operator: string, action: string, detail: Record<string, string>): Promise<void>;
  },
): Promise<void> {
  app.addHook('onRequest', deps.guard);
  app.addHook('onRequest', sameSiteOnly);
  // Only operators may see these pages and files: a shared cache must not answer anyone with them.
  app.addHook('onSend', async (_request, reply) => {
    const caching = String(reply.getHeader('cache-control') ?? '');
    if (/\bpublic\b/.test(caching)) reply.header('cache-control', caching.replace('public', 'private'));
    if (reply.statusCode === 405 && !reply.hasHeader('allow')) reply.header('allow', 'GET, HEAD');
  });

  app.get('/ops/api/health', async (request, _reply) =>
    OpsHealth.parse(await opsHealth(deps, operatorOf(request) === 'session')),
  );

  app.post('/ops/api/jobs/:queue/:jobId/:action', async (request, reply) => {
    const path = FailedJobPath.safeParse(request.params);
    const acted = path.success ? await actOnFailedJob(deps.backend, path.data) : 'gone';
    request.log.info({ ...path.data, acted, operator: operatorOf(request) }, 'operator action on a failed job');
    if (path.success)
      await deps.noteAction(operatorOf(request), `ops.job.${path.data.action}`, { ...path.data, acted });
    return reply.code(ANSWERS[acted].status).send(ANSWERS[acted].body);
  });
  app.post('/ops/api/mail/:messageId/again', async (request, reply) => {
    const { messageId } = z.object({ messageId: z.string() }).parse(request.params);
    const acted = z.uuid().safeParse(messageId).success ? await deps.sendAgain(messageId) : 'gone';
    request.log.info({ messageId, acted, operator: operatorOf(request) }, 'operator resends an email');
    await deps.noteAction(operatorOf(request), 'ops.mail.again', { messageId, acted });
    return reply.code(ANSWERS[acted].status).send(ANSWERS[acted].body);
  });

  app.post('/ops/api/matters/:key/:action', async (request, reply) => {
    const path = MatterPath.safeParse(request.params);
    if (!path.success) return reply.code(404).send({ error: 'there is no such matter' });
    const { key, action } = path.data;
    const refused = await deps.settleMatter(key, action, operatorOf(request));
    request.log.info({ key, action, refused, operator: operatorOf(request) }, 'operator settles a matter');
    return refused === null ? reply.send({ done: true }) : reply.code(409).send({ error: refused });
  });

  const board = new FastifyAdapter();
  board.setBasePath('/ops/queues');
  createBullBoard({
    queues: ALL_JOBS.map((job) => boardQueue(deps.backend.queue(job), { readOnlyMode: !deps.jobsWritable })),
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
    // No queue or job has such a name, and PostgreSQL rejects NUL in text.
    scope.addHook('onRequest', async (request, reply) => {
      // oxlint-disable-next-line no-control-regex
      if (/%00|\0/.test(request.url)) return reply.code(404).send({ error: 'there is no such job' });
    });
    // It loads its fonts from a third party, which our policy blocks; browsers have their own.
    scope.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload !== 'string') return payload;
      return reply.statusCode >= 400 ? errorOf(payload, reply.statusCode) : payload.replace(FONTS, '');
    });
    scope.addHook('onResponse', async (request, reply) => {
      if (request.method === 'GET' || request.method === 'HEAD' || reply.statusCode >= 400) return;
      const path = request.url.split('?', 1)[0] ?? '';
      request.log.info({ operator: operatorOf(request), path }, 'operator action in the job browser');
      await deps.noteAction(operatorOf(request), 'ops.jobs', { method: request.method, path: path.slice(0, 500) });
    });
    await scope.register(board.registerPlugin(), { prefix: '/ops/queues' });
  });

  if (existsSync(PAGE)) {
    await app.register(fastifyStatic, {
      root: PAGE,
      prefix: '/ops/',
      index: false,
      redirect: false,
      acceptRanges: false,
    });
    app.get('/ops', async (_request, reply) => reply.sendFile('index.html'));
  } else {
    app.get('/ops', async (_request, reply) =>
      reply.code(503).send({ error: 'the operations page is not built: start the service with "npm start"' }),
    );
  }
}
