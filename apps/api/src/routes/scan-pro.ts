import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ServedProReport } from '@palisade/report/columns';
import { callerGone, keyOf, requireKey } from '../caller.ts';
import { IDEMPOTENCY_NOTE, idempotencyKey } from '../idempotency/idempotency-key.ts';
import { jsonAnswer, sendReport, type ReportStore } from '../reports/report-store.ts';
import { monthlyCredit, type CreditDeps } from '../scans/credit-source.ts';
import { Pages } from '../scans/further-pages.ts';
import { withRemainingScans } from '../scans/remaining-scans.ts';
import type { ServeScan } from '../scans/serve-scan.ts';
import { ErrorBody, scanErrors } from './error-body.ts';

export interface ScanProDeps extends CreditDeps {
  serveScan: ServeScan;
  reports: ReportStore;
}

/** Specification §4.2. */
export async function scanProRoutes(app: FastifyInstance, deps: ScanProDeps): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/scan/pro',
    {
      schema: {
        tags: ['Scans'],
        summary: 'Full scan: fixes, cookies and cross-origin isolation; one scan of the monthly quota',
        description:
          'The response header `X-Scans-Remaining` is the number of scans left this month (UTC). ' + IDEMPOTENCY_NOTE,
        security: [{ apiKey: [] }],
        body: z.object({
          url: z.string().describe('target; https:// is added if there is no scheme'),
          pages: Pages.optional(),
        }),
        response: { 200: ServedProReport, 401: ErrorBody, 403: ErrorBody, ...scanErrors },
      },
      onRequest: requireKey(app, deps),
      ...idempotencyKey(app, deps, (request) => keyOf(request).id),
    },
    async (request, reply) => {
      const key = keyOf(request);
      const call = { url: request.body.url, pages: request.body.pages, signal: callerGone(reply), log: request.log };
      const stored = await withRemainingScans(deps.quickDb, key, reply, () =>
        deps.serveScan(call, {
          authorize: async () => ({ caller: { tier: 'paid', client: key.id }, credit: monthlyCredit(deps, key) }),
          async present(report) {
            const stored = await deps.reports.storeReport(report, 'pro', { owner: `key:${key.id}` });
            await request.idempotent?.prepare(jsonAnswer(stored));
            return stored;
          },
          alongside: request.idempotent?.commit,
        }),
      );
      return sendReport(reply, stored);
    },
  );
}
