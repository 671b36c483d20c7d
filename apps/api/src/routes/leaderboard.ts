import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { takeFrom } from '@palisade/access/rate-limit';
import type { Db } from '@palisade/db/client';
import { publicHistory } from '@palisade/db/host-results';
import { rankedHosts, SORTS } from '@palisade/db/listed-hosts';
import { hostName } from '@palisade/report/host-name';
import { GradeSchema, GRADES } from '@palisade/report/report';
import { ApiError } from '../errors.ts';
import { badgeOf, badgeSvg, type Badge } from '../leaderboard/badge.ts';
import { cached } from '../leaderboard/cached.ts';
import { ErrorBody } from './error-body.ts';

export interface LeaderboardDeps {
  db: Db;
  appSecret: string;
  serviceName: string;
  publicBaseUrl: () => string;
  /** Queues a job that reads the owner's choice from DNS and the site. */
  queueOwnerCheck: (host: string) => Promise<void>;
}

/** Each is a visit to a host that a stranger chooses, without an account and outside of the free quota. */
const LIMIT = { what: 'listing', named: 'hosts', perAddress: 60, perService: 5_000 };
const CACHE_LIMITS = { ms: 15_000, most: 1000 };
/** An opt-out takes effect within a day; caches may add this much. */
const CACHED = 'public, max-age=300, stale-while-revalidate=600';

const Query = z.object({
  sort: z.enum(SORTS).default('score').describe('score, trend and date: highest first'),
  // A bare plus in a query is a space, so A+ arrives as "A ".
  grade: z.preprocess((text) => (text === 'A ' ? 'A+' : text), GradeSchema.optional()),
  // PostgreSQL text cannot contain NUL.
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

/** Hosts that the operator listed or whose owner asked to be listed, and no others. */
export async function leaderboardRoutes(app: FastifyInstance, deps: LeaderboardDeps): Promise<void> {
  const { db } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const ranked = cached(
    (query) => rankedHosts(db, JSON.parse(query) as Parameters<typeof rankedHosts>[1]),
    CACHE_LIMITS,
  );
  /** Null: no result yet; undefined: not listed. */
  const gradeOf = cached(async (host): Promise<string | null | undefined> => {
    const results = await publicHistory(db, host, 1);
    return results === null ? undefined : (results[0]?.grade ?? null);
  }, CACHE_LIMITS);

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
        summary: 'Read the owner’s choice for a host again, and list or remove the host accordingly',
        description:
          'The owner publishes `list` or `opt-out` in a TXT record at `_palisade.<host>` or in ' +
          '`https://<host>/.well-known/palisade.txt`. An opt-out in either place counts. Both are also read daily.',
        body: z.object({ host: z.string().max(260) }),
        response: {
          200: z.object({ ok: z.literal(true), message: z.string() }),
          400: ErrorBody,
          429: ErrorBody,
          503: ErrorBody,
        },
      },
    },
    async ({ body, ip }) => {
      const host = hostName(body.host);
      if (host === null) throw new ApiError(400, 'host must be a public host, such as example.com');
      await takeFrom(db, LIMIT, { address: ip, appSecret: deps.appSecret });
      await deps.queueOwnerCheck(host);
      return { ok: true as const, message: `The records of ${host} will be read within a minute.` };
    },
  );

  const badge = async (text: string): Promise<{ found: boolean; badge: Badge }> => {
    const host = hostName(text);
    const grade = GradeSchema.nullish().parse(host === null ? undefined : await gradeOf(host));
    return { found: grade !== undefined, badge: badgeOf(deps.serviceName, grade) };
  };
  const params = z.object({ host: z.string() });
  const headers = {
    'cache-control': CACHED,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  };
  // A host that is not listed gets 404 with a neutral badge: the page that embeds it must not look broken.
  routes.get('/badge/:host.svg', { schema: { params } }, async ({ params }, reply) => {
    const { found, badge: shown } = await badge(params.host);
    return reply
      .code(found ? 200 : 404)
      .headers(headers)
      .type('image/svg+xml; charset=utf-8')
      .send(badgeSvg(shown));
  });
  routes.get('/badge/:host.json', { schema: { params } }, async ({ params }, reply) => {
    const { found, badge: shown } = await badge(params.host);
    return reply
      .code(found ? 200 : 404)
      .headers(headers)
      .send(shown);
  });
}
