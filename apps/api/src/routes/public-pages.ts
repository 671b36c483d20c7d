import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Db } from '@palisade/db/client';
import { rankedHosts, SORTS } from '@palisade/db/listed-hosts';
import { GradeSchema } from '@palisade/report/report';
import { remembered } from '../leaderboard/remembered.ts';

const LIMIT = 100;
const REMEMBERED = { ms: 15_000, most: 1000 };

/** What a form sends empty is not asked for, and what is nonsense neither: a page shows something. */
const Query = z.object({
  sort: z.enum(SORTS).catch('score'),
  grade: GradeSchema.optional().catch(undefined),
  host: z
    .string()
    .max(253)
    // PostgreSQL's text holds no NUL.
    .regex(/^[^\0]*$/)
    .toLowerCase()
    .optional()
    .catch(undefined),
  offset: z.coerce.number().int().min(0).max(1_000_000).catch(0),
});

/** The leaderboard and the page that verifies, for people. */
export async function publicPageRoutes(app: FastifyInstance, { db }: { db: Db }): Promise<void> {
  const ranked = remembered(
    (query) => rankedHosts(db, JSON.parse(query) as Parameters<typeof rankedHosts>[1]),
    REMEMBERED,
  );

  app.get('/leaderboard', async (request, reply) => {
    const query = Query.parse(request.query);
    const { total, hosts } = await ranked(JSON.stringify({ ...query, limit: LIMIT }));
    return reply.page('leaderboard', { query, limit: LIMIT, total, hosts });
  });

  app.get('/verify', async (_request, reply) => reply.page('verify', null));
}
