import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '@palisade/db/client';
import { publicHistory } from '@palisade/db/host-results';
import { rankedHosts, SORTS } from '@palisade/db/listed-hosts';
import { hostName } from '@palisade/report/host-name';
import { GradeSchema, GRADES } from '@palisade/report/report';
import { ApiError } from '../errors.ts';
import { badgeOf, badgeSvg, type Badge } from '../leaderboard/badge.ts';
import { remembered } from '../leaderboard/remembered.ts';
import { ErrorBody } from './error-body.ts';

export interface LeaderboardDeps {
  db: Db;
  serviceName: string;
  publicBaseUrl: () => string;
  /** Has the owner's word read: DNS and the site are asked by a worker. */
  askOwner: (host: string) => Promise<void>;
}

const REMEMBERED = { ms: 15_000, most: 1000 };
/** An opt-out shows within a day; this is what caches may add. */
const CACHED = 'public, max-age=300, stale-while-revalidate=600';

const Query = z.object({
  sort: z.enum(SORTS).default('score').describe('score, trend and date: highest first'),
  grade: GradeSchema.optional(),
  // PostgreSQL's text holds no NUL.
  host: z
    .string()
    .max(253)
    .regex(/^[^\0]*$/)
    .optional()
    .describe('part of a hostname'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

const Row = z.object({
  host: z.string(),
  grade: z.enum(GRADES),
  score: z.int(),
  trend: z.int().nullable().describe('points since the previous result; null for the first'),
  scanned_at: z.iso.datetime(),
  url: z.url().describe('page with its history'),
  badge: z.url(),
});

/** Hosts that are listed by the operator or asked for by their owner, and no others. */
export async function leaderboardRoutes(app: FastifyInstance, deps: LeaderboardDeps): Promise<void> {
  const { db } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const ranked = remembered(
    (query) => rankedHosts(db, JSON.parse(query) as Parameters<typeof rankedHosts>[1]),
    REMEMBERED,
  );
  const gradeOf = remembered(async (host) => (await publicHistory(db, host, 1))?.[0]?.grade ?? null, REMEMBERED);

  routes.get(
    '/api/leaderboard',
    {
      schema: {
        tags: ['Leaderboard'],
        summary: 'Listed hosts with their latest grade, scanned daily, without provisional results',
        querystring: Query,
        response: { 200: z.object({ total: z.int(), hosts: z.array(Row) }), 400: ErrorBody },
      },
    },
    async ({ query }, reply) => {
      const { total, hosts } = await ranked(JSON.stringify({ ...query, host: query.host?.toLowerCase() }));
      reply.headers({ 'cache-control': CACHED, 'access-control-allow-origin': '*' });
      const base = deps.publicBaseUrl();
      return {
        total,
        hosts: hosts.map(({ scannedAt, grade, ...host }) => ({
          ...host,
          grade: GradeSchema.parse(grade),
          scanned_at: scannedAt.toISOString(),
          url: `${base}/site/${host.host}`,
          badge: `${base}/badge/${host.host}.svg`,
        })),
      };
    },
  );

  routes.post(
    '/api/leaderboard',
    {
      schema: {
        tags: ['Leaderboard'],
        summary: 'Reads the owner’s wish for a host again and lists or removes the host accordingly',
        description:
          'The owner publishes `list` or `opt-out` in a TXT record at `_palisade.<host>` or in ' +
          '`https://<host>/.well-known/palisade.txt`. An opt-out in either place counts. Both are also read daily.',
        body: z.object({ host: z.string().max(260) }),
        response: { 200: z.object({ ok: z.literal(true), message: z.string() }), 400: ErrorBody, 503: ErrorBody },
      },
    },
    async ({ body }) => {
      const host = hostName(body.host);
      if (host === null) throw new ApiError(400, 'host must be a public host, such as example.com');
      await deps.askOwner(host);
      return { ok: true as const, message: `The records of ${host} will be read within a minute.` };
    },
  );

  const badge = async (text: string): Promise<{ found: boolean; badge: Badge }> => {
    const host = hostName(text);
    const grade = GradeSchema.nullable().parse(host === null ? null : await gradeOf(host));
    return { found: grade !== null, badge: badgeOf(deps.serviceName, grade) };
  };
  const params = z.object({ host: z.string() });
  const headers = {
    'cache-control': CACHED,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  };
  // Not listed is 404, with a picture all the same: the page that shows it must not look broken.
  routes.get('/badge/:host.svg', { schema: { params } }, async ({ params }, reply) => {
    const { found, badge: drawn } = await badge(params.host);
    return reply
      .code(found ? 200 : 404)
      .headers(headers)
      .type('image/svg+xml; charset=utf-8')
      .send(badgeSvg(drawn));
  });
  routes.get('/badge/:host.json', { schema: { params } }, async ({ params }, reply) => {
    const { found, badge: told } = await badge(params.host);
    return reply
      .code(found ? 200 : 404)
      .headers(headers)
      .send(told);
  });
}
