import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Assessment } from '@palisade/compliance/assess';
import type { Db } from '@palisade/db/client';
import { datedFileName } from '@palisade/pdf/pdf-file-name';
import type { ScanReport } from '@palisade/report/report';
import { ApiError } from '../errors.ts';
import { complianceOf } from '../reports/compliance-of.ts';
import { findingsCsv } from '../reports/findings-csv.ts';
import { findingsHtml, type Printable } from '../reports/findings-html.ts';
import { openReport } from '../reports/open-report.ts';
import { ErrorBody } from './error-body.ts';

const params = z.object({ report_id: z.string() });
const gone = { 404: ErrorBody, 410: ErrorBody };
const file = (type: string, description: string) => ({
  200: { description, content: { [type]: { schema: z.string() } } },
  ...gone,
});
const OF_COMPLIANCE = 'If a compliance report was bought with it, also the CWE and controls of each finding.';

/** A report in formats that people can use in their own documents. */
export async function reportFileRoutes(
  app: FastifyInstance,
  { db, serviceName }: { db: Db; serviceName: string },
): Promise<void> {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex');
  });

  routes.get(
    '/api/reports/:report_id/findings.csv',
    {
      schema: {
        tags: ['Reports'],
        summary: 'All results of a report as a CSV table (RFC 4180)',
        description: OF_COMPLIANCE,
        params,
        response: file('text/csv', 'The table, as an attachment'),
      },
    },
    async ({ params }, reply) => {
      const { report, assessment } = await assessed(params.report_id);
      return send(reply, report, 'csv', findingsCsv(report, assessment));
    },
  );

  routes.get(
    '/api/reports/:report_id/findings.html',
    {
      schema: {
        tags: ['Reports'],
        summary: 'The findings and actions as one plain HTML page, for pasting into a document',
        description: OF_COMPLIANCE,
        params,
        response: file('text/html', 'The page, as an attachment'),
      },
    },
    async ({ params }, reply) => {
      const { report, assessment } = await assessed(params.report_id);
      return send(reply, report, 'html', findingsHtml(report, assessment));
    },
  );

  routes.get(
    '/api/reports/:report_id/compliance-pdf',
    {
      schema: {
        tags: ['Reports'],
        summary: 'The compliance report bought with this report, as sent by email',
        description: '404 if none was bought, while it is being rendered, and 90 days after it was emailed.',
        params,
        response: {
          200: {
            description: 'The PDF, as an attachment',
            content: { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } },
          },
          ...gone,
        },
      },
    },
    async ({ params }, reply) => {
      const { id } = await openReport(db, params.report_id);
      const bought = await complianceOf(db, id);
      if (!bought?.pdf) throw new ApiError(404, 'no compliance report belongs to this report, or it is not ready yet');
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${bought.fileName ?? 'compliance.pdf'}"`)
        .send(bought.pdf as never);
    },
  );

  async function assessed(id: string): Promise<{ report: Printable; assessment: Assessment | null }> {
    const stored = await openReport(db, id);
    const report = JSON.parse(stored.json) as ScanReport;
    const bought = await complianceOf(db, stored.id);
    if (bought === null) return { report, assessment: null };
    // Loaded on first use, because the API itself runs no checks.
    const { assessReport } = await import('@palisade/scanner/assess-report');
    const frameworks = bought.frameworks.length > 0 ? bought.frameworks : undefined;
    return { report, assessment: assessReport(report, { scope: bought.scope, frameworks }) };
  }

  function send(reply: FastifyReply, report: Printable, extension: 'csv' | 'html', body: string): never {
    const host = new URL(report.url).hostname;
    const name = datedFileName(serviceName, { product: 'findings', host, scannedAt: report.scanned_at, extension });
    return reply
      .type(`text/${extension}; charset=utf-8`)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(body) as never;
  }
}
