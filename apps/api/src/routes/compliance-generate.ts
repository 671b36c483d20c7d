import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { LeaseLost } from '@palisade/access/errors';
import { consumeReservation, releaseReservation } from '@palisade/access/reservation';
import { reserveToken } from '@palisade/access/reserve-token';
import type { BillingDeps } from '@palisade/billing/billing-deps';
import { complianceDetails } from '@palisade/billing/compliance-details';
import { ensureCompliancePaid } from '@palisade/billing/ensure-compliance-paid';
import type { Db } from '@palisade/db/client';
import { callerGone, lineUp } from '../caller.ts';
import { leaseFor } from '../on-monthly-quota.ts';
import type { ScanRequester } from '../request-scan.ts';
import { Email } from './checkout.ts';
import { ComplianceDetails } from './compliance-scope.ts';
import { ErrorBody, scanErrors } from './error-body.ts';

export interface ComplianceGenerateDeps {
  db: Db;
  appSecret: string;
  billing: BillingDeps;
  scans: Pick<ScanRequester, 'lineUp'>;
  scanTimeoutMs: number;
  /** Hands the stored report to the report worker. */
  enqueueComplianceReport: (reportId: string) => Promise<void>;
}

/**
 * Specification §4.8. The scan happens at once, so that a bad target reaches the caller and
 * costs nothing; then the token is spent in the transaction that writes the report's row,
 * and a durable job renders and mails it. When that fails for good, the token is given back.
 */
export async function complianceGenerateRoutes(app: FastifyInstance, deps: ComplianceGenerateDeps): Promise<void> {
  const { db } = deps;
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/compliance-report/generate',
    {
      schema: {
        tags: ['Payments'],
        summary: 'Scan, assess and e-mail the compliance report that a token pays for',
        body: z.object({
          token: z
            .string()
            .min(1)
            .max(200)
            .describe('from /api/compliance-report/pay, or from the e-mail after payment'),
          url: z.string().describe('the website to scan'),
          email: Email.describe('where the PDF is delivered'),
          ...ComplianceDetails,
        }),
        response: {
          200: z.object({ ok: z.literal(true), message: z.string() }),
          402: ErrorBody,
          403: ErrorBody,
          ...scanErrors,
        },
      },
    },
    async (request, reply) => {
      const { token, url, email } = request.body;
      const signal = callerGone(reply);
      const place = lineUp(deps.scans, { tier: 'paid', client: email }, reply);
      await place.admit(url);
      await ensureCompliancePaid(deps.billing, token);
      const held = await reserveToken(
        db,
        { token, kind: 'compliance', leaseMs: leaseFor(deps.scanTimeoutMs) },
        deps.appSecret,
      );
      const id = randomUUID();
      const details = await complianceDetails(db, held.tokenId, request.body);
      try {
        const report = await place.scan({ signal, log: request.log });
        await db.$transaction(async (tx) => {
          if (!(await consumeReservation(tx, held))) {
            throw new LeaseLost('the request took too long to be charged, so nothing was charged: try again');
          }
          await tx.complianceReport.create({
            data: { id, scanId: report.scan_id, reservation: { ...held }, email, url: report.url, ...details },
          });
        });
      } catch (error) {
        await releaseReservation(db, held).catch(() => undefined);
        throw error;
      }
      // Stored is promised: if the queue is away now, housekeeping hands the row over later.
      await deps.enqueueComplianceReport(id).catch((error: unknown) => {
        request.log.error({ err: error, reportId: id }, 'a compliance report waits for housekeeping');
      });
      return {
        ok: true as const,
        message:
          'The site was scanned. Your compliance report is being prepared and will arrive by e-mail in a few minutes.',
      };
    },
  );
}
