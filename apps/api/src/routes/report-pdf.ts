import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { keepReportPdf } from '@palisade/db/served-reports';
import type { QueueBackend } from '@palisade/queue/backend';
import { pdfFileName } from '@palisade/pdf/pdf-file-name';
import { callerGone, keyOf, requireKey } from '../caller.ts';
import { IDEMPOTENCY_NOTE, idempotencyKey } from '../idempotency/idempotency-key.ts';
import { completeReport } from '../reports/rendered-report.ts';
import type { ReportStore } from '../reports/report-store.ts';
import { monthlyCredit, type CreditDeps } from '../scans/credit-source.ts';
import { Pages } from '../scans/further-pages.ts';
import { withRemainingScans } from '../scans/remaining-scans.ts';
import { requirePdfQueue, type RequestPdf } from '../scans/request-pdf.ts';
import type { ServeScan } from '../scans/serve-scan.ts';
import { PrintedName } from './printed-name.ts';
import { ErrorBody, scanErrors } from './error-body.ts';

export interface ReportPdfDeps extends CreditDeps {
  serveScan: ServeScan;
  reports: ReportStore;
  requestPdf: RequestPdf;
  backend: QueueBackend;
  serviceName: string;
}

/** How much longer than the scan timeout a response may take (contract: 5 s), less a margin for sending it. */
const SLACK_MS = 4_500;

/** Specification §4.3: a Pro scan, rendered by the report worker. */
export async function reportPdfRoutes(app: FastifyInstance, deps: ReportPdfDeps): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/report/pdf',
    {
      schema: {
        tags: ['Scans'],
        summary: 'Full scan as a PDF; one scan of the monthly quota',
        description:
          'Returns application/pdf as an attachment. `X-Scans-Remaining` is the number of scans left this month (UTC), ' +
          '`X-Report-Url` is the permanent URL of the same report and its PDF. ' +
          IDEMPOTENCY_NOTE,
        security: [{ apiKey: [] }],
        body: z.object({
          url: z.string().describe('target; https:// is added if there is no scheme'),
          prepared_for: PrintedName.optional().describe('client name for the cover'),
          name: PrintedName.optional().describe('alias of prepared_for'),
          prepared_by: PrintedName.optional().describe('author or company for the cover; defaults to the service name'),
          pages: Pages.optional(),
        }),
        response: {
          200: {
            description: 'The PDF, as an attachment',
            content: { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } },
          },
          401: ErrorBody,
          403: ErrorBody,
          500: ErrorBody,
          ...scanErrors,
        },
      },
      onRequest: requireKey(app, deps),
      ...idempotencyKey(app, deps, (request) => keyOf(request).id),
    },
    async (request, reply) => {
      const { url, pages, prepared_for, name: alias, prepared_by } = request.body;
      const started = performance.now();
      const key = keyOf(request);
      const call = { url, pages, signal: callerGone(reply), log: request.log };
      const { pdf, headers } = await withRemainingScans(deps.quickDb, key, reply, () =>
        deps.serveScan(call, {
          async authorize() {
            const credit = monthlyCredit(deps, key);
            // Checked before a scan is spent. If the quota is used up, that error comes first here, too.
            await requirePdfQueue(deps.backend).catch(async (paused: unknown) => {
              await credit.check();
              throw paused;
            });
            return { caller: { tier: 'paid', client: key.id }, credit };
          },
          async present(scanned) {
            const names = { preparedFor: prepared_for ?? alias ?? null, preparedBy: prepared_by ?? null };
            const stored = await deps.reports.storeReport(scanned, 'pro', { owner: `key:${key.id}`, ...names });
            const report = completeReport({ column: 'pro', json: stored.json });
            const timeoutMs = Math.max(1000, deps.scanTimeoutMs + SLACK_MS - (performance.now() - started));
            const pdf = await deps.requestPdf({ report, ...names }, { timeoutMs, signal: call.signal });
            await keepReportPdf(deps.db, stored.id, pdf);
            const fileName = pdfFileName(deps.serviceName, new URL(report.url).hostname);
            const headers = {
              ...stored.headers,
              'x-report-url': stored.url,
              'content-type': 'application/pdf',
              'content-disposition': `attachment; filename="${fileName}"`,
            };
            await request.idempotent?.prepare({ status: 200, headers, body: pdf });
            return { pdf, headers };
          },
          alongside: request.idempotent?.commit,
        }),
      );
      return reply.headers(headers).send(pdf as never);
    },
  );
}
