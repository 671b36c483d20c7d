import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { authenticateKey } from '@palisade/access/authenticate-key';
import { takeFreeScan } from '@palisade/access/free-quota';
import { reserveToken } from '@palisade/access/reserve-token';
import { spend } from '@palisade/access/spend';
import type { Db } from '@palisade/db/client';
import { freeColumn, FreeReport, oneTimeColumn, OneTimeReport } from '@palisade/report/columns';
import { callerGone, lineUp, presentedKey } from '../caller.ts';
import { leaseFor } from '../on-monthly-quota.ts';
import type { ScanRequester } from '../request-scan.ts';
import { ErrorBody, scanErrors } from './error-body.ts';

export interface ScanDeps {
  db: Db;
  appSecret: string;
  scans: Pick<ScanRequester, 'lineUp'>;
  scanTimeoutMs: number;
  freeScansPerDay: number;
}

/** Specification §4.1: free on the address's daily quota, or paid by a one-time token. */
export async function scanRoutes(app: FastifyInstance, deps: ScanDeps): Promise<void> {
  const { db, appSecret } = deps;
  const leaseMs = leaseFor(deps.scanTimeoutMs);

  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/scan',
    {
      schema: {
        tags: ['Scans'],
        summary: 'Free scan, or one full scan for a one-time token',
        description:
          'Without a token: the free report, on a daily quota per IPv4 address or IPv6 /64. ' +
          'With `full=1` and a valid X-API-Key it includes the fixes. With `one_time_token`: one full report.',
        querystring: z.object({
          full: z.string().optional().describe('1: include fixes; takes effect with a valid X-API-Key'),
        }),
        body: z.object({
          url: z.string().describe('target; https:// is put in front when no scheme is given'),
          one_time_token: z.string().optional().describe('from POST /api/verify-one-time: 24 hours, single use'),
        }),
        response: { 200: z.union([FreeReport, OneTimeReport]), 402: ErrorBody, 403: ErrorBody, ...scanErrors },
      },
    },
    async (request, reply) => {
      const { url, one_time_token: token } = request.body;
      const tier = token === undefined ? 'free' : 'paid';
      const place = lineUp(deps.scans, { tier, client: request.ip }, reply);
      await place.admit(url);
      await place.myTurn();
      const key = request.query.full === '1' ? presentedKey(request) : null;
      // A bad key is refused (403) rather than ignored: its owner expects fixes.
      if (key !== null) await authenticateKey(db, key, appSecret);
      const signal = callerGone(reply);

      if (token !== undefined) {
        const held = await reserveToken(db, { token, kind: 'one_time', leaseMs }, appSecret);
        const scan = async () => OneTimeReport.parse(oneTimeColumn(await place.scan({ signal, log: request.log })));
        return spend(db, held, scan, signal);
      }
      const held = await takeFreeScan(db, {
        address: request.ip,
        scansPerDay: deps.freeScansPerDay,
        appSecret,
        leaseMs,
      });
      const scan = async () =>
        FreeReport.parse(freeColumn(await place.scan({ signal, log: request.log }), { withFixes: key !== null }));
      return spend(db, held, scan, signal);
    },
  );
}
