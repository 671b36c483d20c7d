import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SessionDeps } from '../account/require-session.ts';
import type { Db } from '@palisade/db/client';
import { listingOf } from '@palisade/db/listed-hosts';
import { deleteServedReport } from '@palisade/db/served-reports';
import { hostName } from '@palisade/report/host-name';
import { changesBetween } from '@palisade/report/report-changes';
import type { Report } from '@palisade/web/pages';
import { ApiError } from '../errors.ts';
import { cached } from '../leaderboard/cached.ts';
import { takeForms } from '../pages/form-body.ts';
import { refuseOtherSites } from '../pages/same-site.ts';
import { hasCompliancePdf } from '../reports/compliance-of.ts';
import { openReport } from '../reports/open-report.ts';
import { deleteTokenOf, ownerCookie } from '../reports/owner-cookie.ts';
import type { ReportStore } from '../reports/report-store.ts';
import { createScoreRank } from '../reports/score-rank.ts';
import { owns, visitorOf } from '../reports/visitor.ts';

interface Params {
  Params: { report_id: string };
}

/** Many clients show the preview of a link at about the same time, and then no more. */
const PREVIEW_CACHE = { ms: 600_000, most: 50 };

/** The page of a report. */
export async function reportPageRoutes(
  app: FastifyInstance,
  deps: SessionDeps & { db: Db; reports: ReportStore; serviceName: string },
): Promise<void> {
  const { db, reports, serviceName } = deps;
  const picture = cached(async (id) => {
    const { grade, score, url, provisional } = JSON.parse((await openReport(db, id)).json) as Report;
    // Loaded with the first image, because it needs fonts and a parser for them.
    const { reportPicture } = await import('@palisade/pdf/picture/report-picture');
    return reportPicture({ grade, score, host: new URL(url).host, serviceName, provisional });
  }, PREVIEW_CACHE);
  const rankOf = createScoreRank(db);
  const mayDelete = (request: FastifyRequest, id: string) => {
    const token = deleteTokenOf(request);
    return token !== null && reports.mayDelete(id, token);
  };
  takeForms(app);
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex');
  });

  app.get<Params>('/r/:report_id', async (request, reply) => {
    const stored = await openReport(db, request.params.report_id);
    const report = JSON.parse(stored.json) as Report;
    const [own, mine] = [owns(await visitorOf(request, deps), stored), mayDelete(request, stored.id)];
    const host = hostName(new URL(report.url).host);
    const history = host !== null && (own || (await listingOf(db, host)) === 'listed') ? `/site/${host}` : null;
    return reply.page('report', {
      report,
      ageMs: Date.now() - Date.parse(report.scanned_at),
      kept: { id: stored.id, mine: mine || own, history, compliance: await hasCompliancePdf(db, stored.id) },
      standing: await rankOf(report),
      opened: null,
    });
  });

  // `since` is the address of an earlier report, or only its ID.
  app.get<Params & { Querystring: { since?: unknown } }>('/r/:report_id/changes', async (request, reply) => {
    const { since } = request.query;
    const earlier =
      typeof since === 'string' ? /(?:^|\/r\/)([\w-]{22,64})(?:[/?#].*)?$/.exec(since.trim())?.[1] : undefined;
    if (earlier === undefined) throw new ApiError(400, 'since must be the URL of an earlier report');
    const [before, after] = (
      await Promise.all([earlier, request.params.report_id].map((id) => openReport(db, id)))
    ).map(({ id, json }) => ({ id, report: JSON.parse(json) as Report }));
    if (!before || !after || new URL(before.report.url).host !== new URL(after.report.url).host)
      throw new ApiError(400, 'that report is for a different site');
    const [first, second] = before.report.scanned_at <= after.report.scanned_at ? [before, after] : [after, before];
    return reply.page('changes', {
      host: new URL(first.report.url).host,
      earlier: first.id,
      later: second.id,
      compared: changesBetween(first.report, second.report),
    });
  });

  // Where a scan by event stream ends: a response that has begun to stream can no longer set a cookie.
  app.get<Params & { Querystring: { token?: unknown } }>('/r/:report_id/mine', async (request, reply) => {
    const { report_id: id } = request.params;
    const { token } = request.query;
    if (typeof token === 'string' && reports.mayDelete(id, token))
      reply.header('set-cookie', ownerCookie(id, token, deps.https));
    return reply.redirect(`/r/${encodeURIComponent(id)}`, 303);
  });

  app.get<Params>('/r/:report_id/picture.png', async (request, reply) =>
    reply
      .type('image/png')
      .header('cache-control', 'public, max-age=3600')
      .send(await picture(request.params.report_id)),
  );

  // The address of the CSV file before 0.2.0.
  app.get<Params>('/r/:report_id/findings.csv', async (request, reply) =>
    reply.redirect(`/api/reports/${encodeURIComponent(request.params.report_id)}/findings.csv`, 308),
  );

  app.post<Params>(
    '/r/:report_id/delete',
    { onRequest: async (request) => refuseOtherSites(request) },
    async (request, reply) => {
      const stored = await openReport(db, request.params.report_id);
      if (!mayDelete(request, stored.id) && !owns(await visitorOf(request, deps), stored))
        throw new ApiError(403, 'only the browser that requested this report, or its owner, can delete it');
      await deleteServedReport(db, stored.id);
      return reply.redirect('/', 303);
    },
  );
}
