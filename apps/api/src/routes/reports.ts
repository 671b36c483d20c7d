import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { authenticateKey } from '@palisade/access/authenticate-key';
import type { Db } from '@palisade/db/client';
import { deleteServedReport, findEvidence, type OpenReport } from '@palisade/db/served-reports';
import { datedFileName } from '@palisade/pdf/pdf-file-name';
import { ServedFreeReport, ServedOneTimeReport, ServedProReport } from '@palisade/report/columns';
import type { SessionDeps } from '../account/require-session.ts';
import { callerGone, presentedKey } from '../caller.ts';
import { ApiError } from '../errors.ts';
import { renderedReport } from '../reports/rendered-report.ts';
import { refuseOtherSites } from '../pages/same-site.ts';
import { openReport } from '../reports/open-report.ts';
import { DELETE_TOKEN, type ReportStore } from '../reports/report-store.ts';
import { owns, visitorOf } from '../reports/visitor.ts';
import type { RequestPdf } from '../scans/request-pdf.ts';
import { ErrorBody } from './error-body.ts';

export interface ReportsDeps extends SessionDeps {
  db: Db;
  reports: ReportStore;
  requestPdf: RequestPdf;
  scanTimeoutMs: number;
  serviceName: string;
}

const params = z.object({ report_id: z.string() });
const gone = { 404: ErrorBody, 410: ErrorBody };

/** Serves stored reports. Anyone who knows the address of a report may read it. */
export async function reportsRoutes(app: FastifyInstance, deps: ReportsDeps): Promise<void> {
  const { db } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex');
  });

  routes.get(
    '/api/reports/:report_id',
    {
      schema: {
        tags: ['Reports'],
        summary: 'A report, exactly as it was returned',
        description:
          'Free reports are kept for 30 days, paid ones for 400. Anyone who has the URL can read the report.',
        params,
        response: { 200: z.union([ServedOneTimeReport, ServedProReport, ServedFreeReport]), ...gone },
      },
    },
    async ({ params }, reply) => sendJson(reply, (await openReport(db, params.report_id)).json),
  );

  routes.get(
    '/api/reports/:report_id/evidence',
    {
      schema: {
        tags: ['Reports'],
        summary: 'The evidence behind a Pro or one-time report',
        description:
          'Canonical JSON (RFC 8785): the SHA-256 of this response body is the `evidence_sha256` of the report. ' +
          '403 for a free report; 404 if the evidence was too large to keep.',
        params,
        response: { 200: z.record(z.string(), z.unknown()), 403: ErrorBody, ...gone },
      },
    },
    async ({ params }, reply) => {
      const report = paidFor(await openReport(db, params.report_id), 'The evidence comes with');
      const evidence = await findEvidence(db, report.scanId);
      if (!evidence) throw new ApiError(404, 'the evidence of this report was too large to keep');
      return sendJson(reply, evidence.toString());
    },
  );

  const render = renderedReport(deps);
  routes.get(
    '/api/reports/:report_id/pdf',
    {
      schema: {
        tags: ['Reports'],
        summary: 'A Pro or one-time report as a PDF, without a new scan or using quota',
        description: '403 for a free report.',
        params,
        response: {
          200: {
            description: 'The PDF, as an attachment',
            content: { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } },
          },
          403: ErrorBody,
          ...gone,
          500: ErrorBody,
          503: ErrorBody,
        },
      },
    },
    async ({ params }, reply) => {
      const stored = paidFor(await openReport(db, params.report_id), 'The PDF comes with');
      const pdf = await render(stored, { timeoutMs: deps.scanTimeoutMs, signal: callerGone(reply) });
      const { url, scanned_at: scannedAt } = JSON.parse(stored.json) as { url: string; scanned_at: string };
      const name = datedFileName(deps.serviceName, { product: 'scan', host: new URL(url).hostname, scannedAt });
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(pdf as never);
    },
  );

  routes.delete(
    '/api/reports/:report_id',
    {
      schema: {
        tags: ['Reports'],
        summary: 'Delete a report before it expires',
        description:
          'Requires the `X-Report-Delete-Token` that was returned with the report, the `X-API-Key` that paid for ' +
          'it, or a session of the account that it belongs to. Its URL then returns 410.',
        params,
        response: { 200: z.object({ ok: z.literal(true) }), 401: ErrorBody, 403: ErrorBody, ...gone },
      },
    },
    // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Fastify, not Express
    async (request) => {
      const id = request.params.report_id;
      const report = await openReport(db, id);
      const token = request.headers[DELETE_TOKEN];
      const key = presentedKey(request);
      if (typeof token === 'string') {
        if (!deps.reports.mayDelete(id, token)) throw new ApiError(403, 'the delete token is for a different report');
      } else if (key !== null) {
        const { id: keyId } = await authenticateKey(db, key, deps.appSecret);
        if (report.owner !== `key:${keyId}`) throw new ApiError(403, 'this report was not created with this key');
      } else if (owns(await visitorOf(request, deps), report)) {
        // Browsers may send the cookie with requests from other sites, too.
        refuseOtherSites(request);
      } else {
        throw new ApiError(401, 'send the X-Report-Delete-Token that was returned with the report, or your X-API-Key');
      }
      await deleteServedReport(db, id);
      return { ok: true as const };
    },
  );
}

function paidFor(report: OpenReport, what: string): OpenReport {
  if (report.column === 'pro' || report.column === 'one_time') return report;
  throw new ApiError(403, `${what} Pro and one-time reports: this one is free`);
}

/** Sends the JSON as it is: a serializer could change the order of its members. */
function sendJson(reply: FastifyReply, json: string): never {
  return reply.type('application/json; charset=utf-8').send(json) as never;
}
