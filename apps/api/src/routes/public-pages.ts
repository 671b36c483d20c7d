import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Db } from '@palisade/db/client';
import { publicHistory, publicResult } from '@palisade/db/host-results';
import { rankedHosts, SORTS } from '@palisade/db/listed-hosts';
import { hostName } from '@palisade/report/host-name';
import { GradeSchema } from '@palisade/report/report';
import { changesBetween, type Comparable } from '@palisade/report/report-changes';
import { ApiError } from '../errors.ts';
import { remembered } from '../leaderboard/remembered.ts';

const LIMIT = 100;
const MOST_RESULTS = 400;
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
const Comparison = z.object({ from: z.uuid().optional().catch(undefined), to: z.uuid().optional().catch(undefined) });

/** The leaderboard and the history of a listed host, for people. */
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

  app.get<{ Params: { host: string } }>('/site/:host', async (request, reply) => {
    const host = hostName(request.params.host);
    const results = host === null ? null : await publicHistory(db, host, MOST_RESULTS);
    if (host === null || results === null) throw new ApiError(404, 'this host is not listed');
    const asked = Comparison.parse(request.query);
    const from = asked.from ?? results[1]?.id ?? null;
    const to = asked.to ?? results[0]?.id ?? null;
    const resultOf = async (id: string | null) =>
      id === null ? null : ((await publicResult(db, host, id)) as Comparable | null);
    const [before, after] = await Promise.all([resultOf(from), resultOf(to)]);
    const compared = before && after && from !== to ? changesBetween(before, after) : null;
    return reply.page('site', { host, results, from, to, compared, certificateDays: certificateDays(after) });
  });

  app.get('/verify', async (_request, reply) => reply.page('verify', null));
}

/** Counted from today: the result may be of yesterday. */
function certificateDays(result: unknown): number | null {
  const { tls } = (result ?? {}) as { tls?: { details?: { certificate?: { not_after?: string } | null } | null } };
  const end = Date.parse(tls?.details?.certificate?.not_after ?? '');
  return Number.isNaN(end) ? null : Math.floor((end - Date.now()) / 86_400_000);
}
