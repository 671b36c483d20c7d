import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '@palisade/db/client';
import { pdfFileName } from '@palisade/pdf/pdf-file-name';
import { requireKeyAndPlace, subscriberOf } from '../caller.ts';
import { onMonthlyQuota } from '../on-monthly-quota.ts';
import type { RequestPdf } from '../request-pdf.ts';
import type { ScanRequester } from '../request-scan.ts';
import { ErrorBody, scanErrors } from './error-body.ts';

export interface ReportPdfDeps {
  db: Db;
  appSecret: string;
  scans: Pick<ScanRequester, 'lineUp'>;
  requestPdf: RequestPdf;
  scanTimeoutMs: number;
  serviceName: string;
}

/** What an answer may take beyond the scan's own deadline (contract: 5 s), less a margin for sending it. */
const SLACK_MS = 4_500;

/** Counted as people count: code points, not UTF-16 units. */
const name = z
  .string()
  .trim()
  .refine((text) => [...text].length <= 80, 'must be at most 80 characters');

/** Specification §4.3: a Pro scan, drawn by the report worker. */
export async function reportPdfRoutes(app: FastifyInstance, deps: ReportPdfDeps): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/report/pdf',
    {
      schema: {
        tags: ['Scans'],
        summary: 'Full scan as a PDF; one scan of the monthly quota',
        description:
          'Answers application/pdf as an attachment. `X-Scans-Remaining` gives the scans left this month (UTC).',
        security: [{ apiKey: [] }],
        body: z.object({
          url: z.string().describe('target; https:// is put in front when no scheme is given'),
          prepared_for: name.optional().describe('client name on the cover'),
          name: name.optional().describe('alias of prepared_for'),
          prepared_by: name.optional().describe('author or firm on the cover; defaults to the service name'),
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
      onRequest: requireKeyAndPlace(app, deps),
    },
    async (request, reply) => {
      const { url, prepared_for, name: alias, prepared_by } = request.body;
      const started = performance.now();
      const subscriber = await subscriberOf(request, deps, url);
      const { pdf, host } = await onMonthlyQuota(deps, subscriber, url, reply, async (signal) => {
        const report = await subscriber.place.scan({ signal, log: request.log });
        const order = { report, preparedFor: prepared_for ?? alias ?? null, preparedBy: prepared_by ?? null };
        const timeoutMs = Math.max(1000, deps.scanTimeoutMs + SLACK_MS - (performance.now() - started));
        return { pdf: await deps.requestPdf(order, { timeoutMs, signal }), host: new URL(report.url).hostname };
      });
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${pdfFileName(deps.serviceName, host)}"`)
        .send(pdf as never);
    },
  );
}
