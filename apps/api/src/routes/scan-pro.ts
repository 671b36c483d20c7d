import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '@palisade/db/client';
import { proColumn, ProReport } from '@palisade/report/columns';
import { requireKeyAndPlace, subscriberOf } from '../caller.ts';
import { onMonthlyQuota } from '../on-monthly-quota.ts';
import type { ScanRequester } from '../request-scan.ts';
import { ErrorBody, scanErrors } from './error-body.ts';

export interface ScanProDeps {
  db: Db;
  appSecret: string;
  scans: Pick<ScanRequester, 'lineUp'>;
  scanTimeoutMs: number;
}

/** Specification §4.2. */
export async function scanProRoutes(app: FastifyInstance, deps: ScanProDeps): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/scan/pro',
    {
      schema: {
        tags: ['Scans'],
        summary: 'Full scan: fixes, cookies and cross-origin isolation; one scan of the monthly quota',
        description: 'The response header `X-Scans-Remaining` gives the scans left in the current month (UTC).',
        security: [{ apiKey: [] }],
        body: z.object({
          url: z.string().describe('target; https:// is put in front when no scheme is given'),
        }),
        response: { 200: ProReport, 401: ErrorBody, 403: ErrorBody, ...scanErrors },
      },
      onRequest: requireKeyAndPlace(app, deps),
    },
    async (request, reply) => {
      const { url } = request.body;
      const subscriber = await subscriberOf(request, deps, url);
      return onMonthlyQuota(deps, subscriber, url, reply, async (signal) =>
        // Parsed here, where a report of another version is not charged yet.
        ProReport.parse(proColumn(await subscriber.place.scan({ signal, log: request.log }))),
      );
    },
  );
}
