import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Email } from '@palisade/access/email';
import { chargeReservation } from '@palisade/access/reservation';
import { pasted } from '@palisade/access/credential-format';
import { checkToken } from '@palisade/access/reserve-token';
import type { BillingDeps } from '@palisade/billing/billing-deps';
import { complianceDetails } from '@palisade/billing/compliance-details';
import { ensureCompliancePaid } from '@palisade/billing/ensure-compliance-paid';
import type { ScanReport } from '@palisade/report/report';
import { callerGone } from '../caller.ts';
import { ApiError } from '../errors.ts';
import { tokenCredit, type CreditDeps } from '../scans/credit-source.ts';
import { IDEMPOTENCY_NOTE, idempotencyKey } from '../idempotency/idempotency-key.ts';
import { isUncertain, provisionalReason } from '@palisade/report/provisional';
import type { ReportStore } from '../reports/report-store.ts';
import type { ServeScan } from '../scans/serve-scan.ts';
import { checkLogo, ComplianceDetails } from './compliance-scope.ts';
import { ErrorBody } from './error-body.ts';

export interface ComplianceGenerateDeps extends CreditDeps {
  billing: BillingDeps;
  serveScan: ServeScan;
  reports: ReportStore;
  /** Hands the stored report to the report worker. */
  enqueueComplianceReport: (reportId: string) => Promise<void>;
}

const ANSWER = {
  ok: true as const,
  message: 'The site was scanned. Your compliance report is being prepared and will arrive by email in a few minutes.',
};

/**
 * Specification §4.8. The scan runs within the request, so that the caller learns of a bad target, which costs nothing.
 * Then the token is spent in the transaction that writes the report's row, and a durable job renders and mails the
 * report. If that fails for good, the token is given back.
 */
export async function complianceGenerateRoutes(app: FastifyInstance, deps: ComplianceGenerateDeps): Promise<void> {
  const { db } = deps;
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/compliance-report/generate',
    {
      schema: {
        tags: ['Payments'],
        summary: 'Scan, assess and email the compliance report that a token pays for',
        description: IDEMPOTENCY_NOTE,
        body: z.object({
          token: z
            .string()
            .max(200)
            .overwrite(pasted)
            .min(1)
            .describe('from /api/compliance-report/pay, or from the email after payment'),
          url: z.string().describe('the website to scan'),
          email: Email.describe('recipient of the PDF'),
          ...ComplianceDetails,
        }),
        response: {
          200: z.object({ ok: z.literal(true), message: z.string() }),
          400: ErrorBody,
          402: ErrorBody,
          403: ErrorBody,
          502: ErrorBody,
          503: ErrorBody,
        },
      },
      ...idempotencyKey(app, deps, (request) => (request.body as { token: string }).token),
    },
    async (request, reply) => {
      const { token, url, pages, email, logo } = request.body;
      await checkLogo(db, logo);
      const wanted = { token, kind: 'compliance' } as const;
      const id = randomUUID();
      let owner: string | null = null;
      let servedId: string | null = null;
      const call = { url, pages, signal: callerGone(reply), log: request.log };
      await deps.serveScan(call, {
        async authorize() {
          await ensureCompliancePaid(deps.billing, token);
          const { tokenId, email: address } = await checkToken(deps.quickDb, wanted, deps.appSecret);
          owner = `token:${tokenId}`;
          const { details, orderedPages } = await complianceDetails(db, tokenId, request.body);
          const credit = tokenCredit(deps, wanted);
          // The token is spent in the transaction that writes the report's row.
          const consume: typeof credit.consume = (held, report, alongside) =>
            db.$transaction(async (tx) => {
              await chargeReservation(tx, held);
              await tx.complianceReport.create({
                data: {
                  id,
                  scanId: report.scan_id,
                  servedId,
                  reservation: { ...held },
                  email,
                  owner: address,
                  url: report.url,
                  ...details,
                },
              });
              await alongside?.(tx);
              return true;
            });
          return { caller: { tier: 'paid', client: tokenId }, credit: { ...credit, consume }, orderedPages };
        },
        async present(report) {
          refuseProvisional(report);
          ({ id: servedId } = await deps.reports.storeReport(report, 'one_time', { owner }));
          const headers = { 'content-type': 'application/json; charset=utf-8' };
          await request.idempotent?.prepare({ status: 200, headers, body: JSON.stringify(ANSWER) });
        },
        alongside: request.idempotent?.commit,
      });
      // The stored row is enough: if the queue is down now, housekeeping queues the report later.
      await deps.enqueueComplianceReport(id).catch((error: unknown) => {
        request.log.error({ err: error, reportId: id }, 'compliance report left to housekeeping');
      });
      // For our own form, whose page shows the progress of the report.
      reply.header('x-compliance-order', id);
      return ANSWER;
    },
  );
}

/**
 * No one should pay for a report on a page that is not their site. A report that lacks only the browser part is
 * allowed: it is like that of a service without browsers, and says what was not assessed.
 */
function refuseProvisional(report: ScanReport): void {
  if (!isUncertain(report)) return;
  throw new ApiError(502, `No report was created, and you can still use your token. ${provisionalReason(report)}`);
}
