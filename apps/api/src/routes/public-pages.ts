import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Db } from '@palisade/db/client';
import { rankedHosts, SORTS } from '@palisade/db/listed-hosts';
import { GradeSchema } from '@palisade/report/report';
import { cached } from '../leaderboard/cached.ts';

const LIMIT = 100;
const CACHE_LIMITS = { ms: 15_000, most: 1000 };

/** Ignores empty and invalid values instead of refusing them: a page always shows something. */
const Query = z.object({
  sort: z.enum(SORTS).catch('score'),
  grade: GradeSchema.optional().catch(undefined),
  host: z
    .string()
    .max(253)
    // PostgreSQL text cannot contain NUL.
    .regex(/^[^\0]*$/)
    .toLowerCase()
    .optional()
    .catch(undefined),
  offset: z.coerce.number().int().min(0).max(1_000_000).catch(0),
});

/** The pages of the leaderboard and of report verification. */
export async function publicPageRoutes(app: FastifyInstance, { db }: { db: Db }): Promise<void> {
  const ranked = cached(
    (query) => rankedHosts(db, JSON.parse(query) as Parameters<typeof rankedHosts>[1]),
    CACHE_LIMITS,
  );

  app.get('/leaderboard', async (request, reply) => {
    const query = Query.parse(request.query);
    const { total, hosts } = await ranked(JSON.stringify({ ...query, limit: LIMIT }));
    return reply.page('leaderboard', { query, limit: LIMIT, total, hosts });
  });

  app.get('/verify', async (_request, reply) => reply.page('verify', null));
}
