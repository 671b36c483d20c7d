import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { authenticateKey } from '@palisade/access/authenticate-key';
import { callerOf } from '@palisade/access/client-address';
import { pasted } from '@palisade/access/credential-format';
import { checkToken } from '@palisade/access/reserve-token';
import { ServedFreeReport, ServedOneTimeReport } from '@palisade/report/columns';
import { callerGone, presentedKey } from '../caller.ts';
import { ApiError } from '../errors.ts';
import { sendReport, type ReportStore } from '../reports/report-store.ts';
import { freeCredit, tokenCredit, type CreditDeps } from '../scans/credit-source.ts';
import { Pages } from '../scans/further-pages.ts';
import { withFreeQuotaFields } from '../scans/free-quota-fields.ts';
import type { ServeScan } from '../scans/serve-scan.ts';
import { ErrorBody, scanErrors } from './error-body.ts';

export interface ScanDeps extends CreditDeps {
  serveScan: ServeScan;
  reports: ReportStore;
  freeScansPerDay: number;
}

/** Specification §4.1: free on the address's daily quota, or paid by a one-time token. */
export async function scanRoutes(app: FastifyInstance, deps: ScanDeps): Promise<void> {
  const { quickDb, appSecret } = deps;

  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/scan',
    {
      schema: {
        tags: ['Scans'],
        summary: 'Free scan, or one full scan for a one-time token',
        description:
          'Without a token: the free report, with a daily quota per IPv4 address or IPv6 /64. ' +
          'With `full=1` and a valid X-API-Key it includes the fixes. With `one_time_token`: one full report. ' +
          'Free responses report the quota in `RateLimit` and `RateLimit-Policy`.',
        querystring: z.object({
          full: z.string().optional().describe('1: include fixes; takes effect with a valid X-API-Key'),
        }),
        body: z.object({
          url: z.string().describe('target; https:// is added if there is no scheme'),
          one_time_token: z
            .string()
            .overwrite(pasted)
            .optional()
            .describe('from POST /api/verify-one-time: 24 hours, single use'),
          pages: Pages.optional(),
        }),
        response: {
          200: z.union([ServedFreeReport, ServedOneTimeReport]),
          402: ErrorBody,
          403: ErrorBody,
          ...scanErrors,
        },
      },
    },
    async (request, reply) => {
      const { url, pages, one_time_token: token } = request.body;
      const key = request.query.full === '1' ? presentedKey(request) : null;
      // A bad key is refused (403) rather than ignored: its owner expects fixes.
      const authorizeKey = async () => (key === null ? null : await authenticateKey(quickDb, key, appSecret));
      let owner: string | null = null;
      const call = { url, pages, signal: callerGone(reply), log: request.log };

      if (token === undefined && pages !== undefined)
        throw new ApiError(400, 'pages is only available for paid scans: send a one_time_token, or use /api/scan/pro');
      if (token !== undefined) {
        const wanted = { token, kind: 'one_time' } as const;
        const stored = await deps.serveScan(call, {
          async authorize() {
            await authorizeKey();
            const { tokenId } = await checkToken(quickDb, wanted, appSecret);
            owner = `token:${tokenId}`;
            return { caller: { tier: 'paid', client: tokenId }, credit: tokenCredit(deps, wanted) };
          },
          present: (report) => deps.reports.storeReport(report, 'one_time', { owner }),
        });
        return sendReport(reply, stored);
      }
      const quota = { address: request.ip, scansPerDay: deps.freeScansPerDay, appSecret };
      let drafted: Awaited<ReturnType<ReportStore['draftReport']>> | undefined;
      const stored = await withFreeQuotaFields(quickDb, quota, reply, (onTaken) =>
        deps.serveScan(call, {
          async authorize() {
            const subscriber = await authorizeKey();
            owner = subscriber && `key:${subscriber.id}`;
            const credit = freeCredit(deps, quota, onTaken, () => drafted?.kept);
            return { caller: { tier: 'free', client: callerOf(request.ip) }, credit };
          },
          async present(report) {
            drafted = await deps.reports.draftReport(report, key === null ? 'free' : 'free_with_fixes', { owner });
            return drafted.stored;
          },
        }),
      );
      return sendReport(reply, stored);
    },
  );
}
