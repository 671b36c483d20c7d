import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '@palisade/db/client';
import { publicHistory, publicResult } from '@palisade/db/host-results';
import { applyListingDirective, listingOf } from '@palisade/db/listed-hosts';
import { setListingWish } from '@palisade/db/listing-wishes';
import { ownsSite } from '@palisade/db/owned-sites';
import { openServedReport, ownReports } from '@palisade/db/served-reports';
import { hostName } from '@palisade/report/host-name';
import { changesBetween, type Comparable } from '@palisade/report/report-changes';
import type { PageProps } from '@palisade/web/pages';
import { requireSession, signedIn, type SessionDeps } from '../account/require-session.ts';
import { ApiError } from '../errors.ts';
import { takeForms } from '../pages/form-body.ts';
import { refuseOtherSites } from '../pages/same-site.ts';
import { owns, visitorOf, type Visitor } from '../reports/visitor.ts';
import { ErrorBody } from './error-body.ts';

const MOST_RESULTS = 400;

type Result = PageProps<'site'>['results'][number];
const Comparison = z.object({
  from: z.string().max(64).optional().catch(undefined),
  to: z.string().max(64).optional().catch(undefined),
});
const Wish = z.object({ wish: z.enum(['list', 'opt-out']) });

interface Params {
  Params: { host: string };
}

/** The history of a host: public if it is listed. Signed-in visitors also see their own reports. */
export async function sitePageRoutes(app: FastifyInstance, deps: SessionDeps & { db: Db }): Promise<void> {
  const { db } = deps;
  takeForms(app);

  app.get<Params>('/site/:host', async (request, reply) => {
    const host = hostName(request.params.host);
    const visitor = await visitorOf(request, deps);
    const [daily, own] = host === null ? [null, []] : await resultsOf(host, visitor);
    const owner = host !== null && visitor && (await ownsSite(db, visitor.email, host));
    if (host === null || (daily === null && own.length === 0 && !owner)) {
      if (visitor === null) reply.nextSteps = [{ kind: 'own_reports', href: '/account' }];
      throw new ApiError(404, 'this host is not listed');
    }
    const results = [...(daily ?? []), ...own].toSorted((a, b) => b.scannedAt.getTime() - a.scannedAt.getTime());
    const asked = Comparison.parse(request.query);
    const known = (id: string | undefined) => results.find((result) => result.id === id);
    const [from, to] = [known(asked.from) ?? results[1], known(asked.to) ?? results[0]];
    const [before, after, newest] = await Promise.all(
      [from, to, results[0]].map(async (result) => (result ? reportOf(host, result, visitor) : null)),
    );
    if (daily === null) reply.header('x-robots-tag', 'noindex');
    return reply.page('site', {
      host,
      listed: daily !== null,
      owner: owner ? ((await listingOf(db, host)) ?? 'not_listed') : null,
      results,
      from: from?.id ?? null,
      to: to?.id ?? null,
      compared: before && after && from !== to ? changesBetween(before, after) : null,
      certificateDays: certificateDays(newest),
    });
  });

  async function resultsOf(host: string, visitor: Visitor | null): Promise<[daily: Result[] | null, own: Result[]]> {
    const { hostname } = new URL(`https://${host}`);
    const [daily, own] = await Promise.all([
      publicHistory(db, host, MOST_RESULTS),
      visitor ? ownReports(db, { owners: visitor.owners, host: hostname, most: MOST_RESULTS }) : Promise.resolve([]),
    ]);
    return [daily && daily.map((row) => ({ ...row, own: false })), own.map((row) => ({ ...row, own: true }))];
  }

  async function reportOf(host: string, { id, own }: Result, visitor: Visitor | null): Promise<Comparable | null> {
    if (!own) return (await publicResult(db, host, id)) as Comparable | null;
    const found = await openServedReport(db, id);
    return found.state === 'kept' && owns(visitor, found) ? (JSON.parse(found.json) as Comparable) : null;
  }

  const wishOf = async (request: FastifyRequest, wish: 'list' | 'opt-out') => {
    const host = hostName((request.params as { host: string }).host);
    const { email } = signedIn(request);
    const word = wish === 'list' ? 'list' : 'opt_out';
    if (host === null || !(await setListingWish(db, email, host, word)))
      throw new ApiError(403, 'verify at /account that you own this site first');
    // Applied at once: an opt-out need not wait for the next daily check.
    await applyListingDirective(db, host, wish);
    return host;
  };

  await app.register(async (scope) => {
    scope.addHook('onRequest', requireSession(scope, deps));
    scope.post<Params>('/site/:host/listing', async (request, reply) => {
      refuseOtherSites(request);
      const asked = Wish.safeParse(request.body);
      if (!asked.success) throw new ApiError(400, 'wish must be list or opt-out');
      return reply.redirect(`/site/${await wishOf(request, asked.data.wish)}`, 303);
    });

    scope.withTypeProvider<ZodTypeProvider>().post(
      '/api/site/:host/listing',
      {
        schema: {
          tags: ['Leaderboard'],
          summary: 'List a site that your account has verified, or remove it from the leaderboard',
          description:
            'Requires an account session. An `opt-out` takes effect immediately and stays, even if someone else lists the host, until ' +
            'its owner requests `list`. An opt-out in DNS or in `/.well-known/palisade.txt` has the same effect.',
          params: z.object({ host: z.string() }),
          body: Wish,
          response: { 200: z.object({ ok: z.literal(true) }), 400: ErrorBody, 401: ErrorBody, 403: ErrorBody },
        },
      },
      // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Fastify, not Express
      async (request) => {
        await wishOf(request, request.body.wish);
        return { ok: true as const };
      },
    );
  });
}

/** Days from now until the certificate expires; the result itself may be from yesterday. */
function certificateDays(result: unknown): number | null {
  const { tls } = (result ?? {}) as { tls?: { details?: { certificate?: { not_after?: string } | null } | null } };
  const end = Date.parse(tls?.details?.certificate?.not_after ?? '');
  return Number.isNaN(end) ? null : Math.floor((end - Date.now()) / 86_400_000);
}
