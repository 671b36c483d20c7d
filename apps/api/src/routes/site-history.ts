import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { authenticateKey } from '@palisade/access/authenticate-key';
import type { Db } from '@palisade/db/client';
import { publicHistory, publicResult, type HostResultSummary } from '@palisade/db/host-results';
import { ownReports } from '@palisade/db/served-reports';
import { SHOWN_SECTIONS } from '@palisade/report/check-sections';
import { CheckStatusSchema } from '@palisade/report/check';
import { hostName } from '@palisade/report/host-name';
import { GradeSchema } from '@palisade/report/report';
import { changesBetween, type Comparable } from '@palisade/report/report-changes';
import { presentedKey } from '../caller.ts';
import { ApiError } from '../errors.ts';
import { openReport } from '../reports/open-report.ts';
import { ErrorBody } from './error-body.ts';

/** Daily results of a year, and some more. */
const MOST_RESULTS = 400;

const stand = { scanned_at: z.string(), grade: GradeSchema, score: z.int(), engine_version: z.string() };
const Side = z.object({ title: z.string(), status: CheckStatusSchema, deduction: z.int() }).nullable();
const Changes = z.object({
  before: z.object(stand),
  after: z.object(stand),
  changes: z.array(
    z.object({
      id: z.string(),
      cause: z
        .enum(['site', 'engine', 'data', 'unassessed'])
        .describe(
          'site: the site changed; engine: the rules changed; data: reference data or the date changed; unassessed: not assessed in one of the two',
        ),
      before: Side,
      after: Side,
      points: z.int(),
    }),
  ),
  left_out: z.array(z.enum(SHOWN_SECTIONS)).describe('sections that only one of the two has, which are not compared'),
  inventory: z
    .array(
      z.object({
        kind: z.literal('inventory'),
        path: z.string().describe('of the page'),
        payment: z
          .boolean()
          .describe(
            'the page accepts card data in one of the two reports; false for scripts in frames of other sites, which their operators are responsible for',
          ),
        what: z
          .enum(['script', 'header', 'frame', 'field', 'page'])
          .describe(
            'frame: an origin; field: for card data; page: accepts card data, and only one of the two holds it',
          ),
        name: z.string().describe('address or name'),
        before: z.string().nullable().describe('hash or value; null: not present'),
        after: z.string().nullable(),
      }),
    )
    .nullable()
    .describe('scripts and security headers in the browser; null: one of the two has no browser results'),
});

/** The results of a site over time, and what changed between two reports. */
export async function siteHistoryRoutes(
  app: FastifyInstance,
  { db, appSecret }: { db: Db; appSecret: string },
): Promise<void> {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/site/:host',
    {
      schema: {
        tags: ['Leaderboard'],
        summary: 'Daily results of a listed host, newest first; with your key, your own reports of any host',
        description: 'With `X-API-Key`, `reports` has the stored reports that this key paid for, by report_id.',
        params: z.object({ host: z.string() }),
        response: {
          200: z.object({
            host: z.string(),
            listed: z.boolean(),
            results: z.array(z.object({ id: z.string(), ...stand })),
            reports: z.array(z.object({ report_id: z.string(), ...stand })).optional(),
          }),
          403: ErrorBody,
          404: ErrorBody,
        },
      },
    },
    // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Fastify, not Express
    async (request) => {
      const host = hostName(request.params.host);
      const key = presentedKey(request);
      const owner = key === null ? null : `key:${(await authenticateKey(db, key, appSecret)).id}`;
      const results = host === null ? null : await publicHistory(db, host, MOST_RESULTS);
      if (host === null || (results === null && owner === null)) throw new ApiError(404, 'this host is not listed');
      const answer = {
        host,
        listed: results !== null,
        results: (results ?? []).map(({ id, ...row }) => ({ id, ...standOf(row) })),
      };
      if (owner === null) return answer;
      const { hostname } = new URL(`https://${host}`);
      const own = await ownReports(db, { owners: [owner], host: hostname, most: MOST_RESULTS });
      return { ...answer, reports: own.map(({ id, ...row }) => ({ report_id: id, ...standOf(row) })) };
    },
  );

  routes.get(
    '/api/site/:host/changes',
    {
      schema: {
        tags: ['Leaderboard'],
        summary: 'What changed between two results of a listed host, and why',
        params: z.object({ host: z.string() }),
        querystring: z.object({ from: z.uuid(), to: z.uuid() }),
        response: { 200: Changes, 400: ErrorBody, 404: ErrorBody },
      },
    },
    async ({ params, query }) => {
      const host = hostName(params.host) ?? '';
      const [before, after] = await Promise.all([query.from, query.to].map((id) => publicResult(db, host, id)));
      if (!before || !after) throw new ApiError(404, 'this host is not listed or has no such results');
      return changesBetween(before as Comparable, after as Comparable);
    },
  );

  routes.get(
    '/api/reports/:report_id/changes',
    {
      schema: {
        tags: ['Reports'],
        summary: 'What changed since an earlier report of the same site, and why',
        description:
          'You need both report IDs. If the reports have different detail, only what both include is compared.',
        params: z.object({ report_id: z.string() }),
        querystring: z.object({ since: z.string().describe('report_id of the earlier report') }),
        response: { 200: Changes, 400: ErrorBody, 404: ErrorBody, 410: ErrorBody },
      },
    },
    async ({ params, query }, reply) => {
      reply.header('x-robots-tag', 'noindex');
      const [before, after] = await Promise.all([comparable(db, query.since), comparable(db, params.report_id)]);
      if (new URL(before.url).host !== new URL(after.url).host) {
        throw new ApiError(400, 'since: that report is for a different site');
      }
      return changesBetween(before, after);
    },
  );
}

function standOf(row: Omit<HostResultSummary, 'id'>) {
  const { scannedAt, grade, score, engineVersion } = row;
  return { scanned_at: scannedAt.toISOString(), grade: GradeSchema.parse(grade), score, engine_version: engineVersion };
}

async function comparable(db: Db, id: string): Promise<Comparable & { url: string }> {
  return JSON.parse((await openReport(db, id)).json) as Comparable & { url: string };
}
