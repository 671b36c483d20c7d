import type { FastifyInstance } from 'fastify';
import { authenticateKey } from '@palisade/access/authenticate-key';
import { callerOf } from '@palisade/access/client-address';
import { PREFIXES } from '@palisade/access/credential-format';
import { checkToken } from '@palisade/access/reserve-token';
import type { ReportColumn } from '@palisade/db/served-reports';
import { callerGone } from '../caller.ts';
import { takeForms } from '../pages/form-body.ts';
import { waysOn } from '../pages/ways-on.ts';
import { ownerCookie } from '../reports/owner-cookie.ts';
import { refuseOtherSites } from '../pages/same-site.ts';
import { freeCredit, monthlyCredit, tokenCredit, type CreditSource } from '../scans/credit-source.ts';
import type { Caller } from '../scans/scan-line.ts';
import type { ScanDeps } from './scan.ts';

/** The form of the start page, with and without scripts. */
export async function scanFormRoutes(app: FastifyInstance, deps: ScanDeps): Promise<void> {
  const { quickDb, appSecret } = deps;
  takeForms(app);
  app.addHook('onError', async (request, reply, error) => {
    const { url = '' } = (request.body ?? {}) as { url?: string };
    reply.waysOn = waysOn(error, url);
  });

  /** Who pays, by what stands in the one field for keys and tokens, and what they get for it. */
  const wayToPay = async (credential: string, address: string): Promise<WayToPay> => {
    if (credential === '') {
      const caller = { tier: 'free', client: callerOf(address) } as const;
      return { caller, credit: freeCredit(deps, address, deps.freeScansPerDay), column: 'free', owner: null };
    }
    if (credential.startsWith(PREFIXES.key)) {
      const key = await authenticateKey(quickDb, credential, appSecret);
      const caller = { tier: 'paid', client: key.id } as const;
      return { caller, credit: monthlyCredit(deps, key), column: 'pro', owner: `key:${key.id}` };
    }
    const wanted = { token: credential, kind: 'one_time' } as const;
    const { tokenId } = await checkToken(quickDb, wanted, appSecret);
    const caller = { tier: 'paid', client: tokenId } as const;
    return { caller, credit: tokenCredit(deps, wanted), column: 'one_time', owner: `token:${tokenId}` };
  };

  app.get('/scan', async (_request, reply) => reply.redirect('/', 303));

  app.post('/scan', { onRequest: async (request) => refuseOtherSites(request) }, async (request, reply) => {
    const { url = '', credential = '' } = (request.body ?? {}) as Partial<Record<string, string>>;
    const call = { url: url.trim(), signal: callerGone(reply), log: request.log };
    let way: WayToPay | undefined;
    const { id, headers } = await deps.serveScan(call, {
      authorise: async () => (way = await wayToPay(credential.trim(), request.ip)),
      present: (report) => deps.reports.storeReport(report, way?.column ?? 'free', { owner: way?.owner ?? null }),
    });
    return reply.header('set-cookie', ownerCookie(request, id, headers)).redirect(`/r/${id}`, 303);
  });
}

interface WayToPay {
  caller: Caller;
  credit: CreditSource;
  column: ReportColumn;
  owner: string | null;
}
