import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authenticateKey } from '@palisade/access/authenticate-key';
import { callerOf } from '@palisade/access/client-address';
import { PREFIXES } from '@palisade/access/credential-format';
import { checkToken } from '@palisade/access/reserve-token';
import {
  freeColumn,
  oneTimeColumn,
  proColumn,
  type FreeReport,
  type OneTimeReport,
  type ProReport,
} from '@palisade/report/columns';
import type { ScanReport } from '@palisade/report/report';
import { callerGone } from '../caller.ts';
import { ApiError } from '../errors.ts';
import { waysOn } from '../pages/ways-on.ts';
import { freeCredit, monthlyCredit, tokenCredit } from '../scans/credit-source.ts';
import type { ScanDeps } from './scan.ts';

/** The form of the start page, with and without scripts. */
export async function scanFormRoutes(app: FastifyInstance, deps: ScanDeps): Promise<void> {
  const { quickDb, appSecret } = deps;
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  app.addHook('onError', async (request, reply, error) => {
    const { url = '' } = (request.body ?? {}) as { url?: string };
    reply.waysOn = waysOn(error, url);
  });

  /** Who pays, by what stands in the one field for keys and tokens, and what they get for it. */
  const wayToPay = (credential: string, address: string) => {
    if (credential === '') {
      const caller = { tier: 'free', client: callerOf(address) } as const;
      const credit = freeCredit(deps, address, deps.freeScansPerDay);
      return {
        authorise: async () => ({ caller, credit }),
        column: (report: ScanReport) => freeColumn(report, { withFixes: false }),
      };
    }
    if (credential.startsWith(PREFIXES.key)) {
      return {
        async authorise() {
          const key = await authenticateKey(quickDb, credential, appSecret);
          return { caller: { tier: 'paid', client: key.id } as const, credit: monthlyCredit(deps, key) };
        },
        column: proColumn,
      };
    }
    const wanted = { token: credential, kind: 'one_time' } as const;
    return {
      async authorise() {
        const { tokenId } = await checkToken(quickDb, wanted, appSecret);
        return { caller: { tier: 'paid', client: tokenId } as const, credit: tokenCredit(deps, wanted) };
      },
      column: oneTimeColumn,
    };
  };

  app.get('/scan', async (_request, reply) => reply.redirect('/', 303));

  app.post('/scan', { onRequest: async (request) => refuseOtherSites(request) }, async (request, reply) => {
    const { url = '', credential = '' } = (request.body ?? {}) as Partial<Record<string, string>>;
    const call = { url: url.trim(), signal: callerGone(reply), log: request.log };
    const { authorise, column } = wayToPay(credential.trim(), request.ip);
    const report = await deps.serveScan<FreeReport | OneTimeReport | ProReport>(call, { authorise, present: column });
    return reply.page('report', { report });
  });
}

/** A form on another site must not spend the visitor's scans. Browsers name the origin of every POST. */
function refuseOtherSites(request: FastifyRequest): void {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  const foreign = site === undefined ? origin !== undefined && !sameHost(origin, host) : site !== 'same-origin';
  if (foreign) throw new ApiError(403, 'this form is used from its own page only');
}

function sameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
