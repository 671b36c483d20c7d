import type { FastifyInstance } from 'fastify';
import type { Db } from '@palisade/db/client';
import { deleteServedReport } from '@palisade/db/served-reports';
import type { Report } from '@palisade/web/pages';
import { ApiError } from '../errors.ts';
import { remembered } from '../leaderboard/remembered.ts';
import { takeForms } from '../pages/form-body.ts';
import { refuseOtherSites } from '../pages/same-site.ts';
import { findingsCsv } from '../reports/findings-csv.ts';
import { openReport } from '../reports/open-report.ts';
import { deleteTokenOf, ownerCookie } from '../reports/owner-cookie.ts';
import type { ReportStore } from '../reports/report-store.ts';

interface Params {
  Params: { report_id: string };
}

/** A link is shown by many at the same time, and then no more. */
const PICTURES = { ms: 600_000, most: 50 };

/** A report at its address, for people. */
export async function reportPageRoutes(
  app: FastifyInstance,
  deps: { db: Db; reports: ReportStore; serviceName: string },
): Promise<void> {
  const { db, reports, serviceName } = deps;
  const picture = remembered(async (id) => {
    const { grade, score, url, provisional } = JSON.parse((await openReport(db, id)).json) as Report;
    // Loaded with the first picture: fonts, and what reads them.
    const { reportPicture } = await import('@palisade/pdf/picture/report-picture');
    return reportPicture({ grade, score, host: new URL(url).host, serviceName, provisional });
  }, PICTURES);
  takeForms(app);
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex');
  });

  app.get<Params>('/r/:report_id', async (request, reply) => {
    const stored = await openReport(db, request.params.report_id);
    const token = deleteTokenOf(request);
    const report = JSON.parse(stored.json) as Report;
    return reply.page('report', {
      report,
      ageMs: Date.now() - Date.parse(report.scanned_at),
      mine: token !== null && reports.mayDelete(stored.id, token),
    });
  });

  // Where a scan on the page ends: an answer that began as a stream can set no cookie any more.
  app.get<Params & { Querystring: { token?: unknown } }>('/r/:report_id/mine', async (request, reply) => {
    const { report_id: id } = request.params;
    const { token } = request.query;
    if (typeof token === 'string' && reports.mayDelete(id, token))
      reply.header('set-cookie', ownerCookie(request, id, token));
    return reply.redirect(`/r/${encodeURIComponent(id)}`, 303);
  });

  app.get<Params>('/r/:report_id/picture.png', async (request, reply) =>
    reply
      .type('image/png')
      .header('cache-control', 'public, max-age=3600')
      .send(await picture(request.params.report_id)),
  );

  app.get<Params>('/r/:report_id/findings.csv', async (request, reply) => {
    const stored = await openReport(db, request.params.report_id);
    const report = JSON.parse(stored.json) as Report;
    const host = new URL(report.url).hostname.replaceAll(/[^\w-]/g, '_');
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="findings_${host}.csv"`)
      .send(findingsCsv(report));
  });

  app.post<Params>(
    '/r/:report_id/delete',
    { onRequest: async (request) => refuseOtherSites(request) },
    async (request, reply) => {
      const { id } = await openReport(db, request.params.report_id);
      const token = deleteTokenOf(request);
      if (token === null || !reports.mayDelete(id, token))
        throw new ApiError(403, 'this report is deleted only from the browser that asked for it');
      await deleteServedReport(db, id);
      return reply.redirect('/', 303);
    },
  );
}
