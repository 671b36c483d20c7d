import type { FastifyInstance } from 'fastify';
import { authenticateKey } from '@palisade/access/authenticate-key';
import { callerOf } from '@palisade/access/client-address';
import { pasted, PREFIXES } from '@palisade/access/credential-format';
import { checkToken } from '@palisade/access/reserve-token';
import type { ReportColumn } from '@palisade/db/served-reports';
import { callerGone } from '../caller.ts';
import { answerFor, ApiError } from '../errors.ts';
import { eventStream, wantsEvents } from '../pages/event-stream.ts';
import { takeForms } from '../pages/form-body.ts';
import { paidReport, nextSteps } from '../pages/next-steps.ts';
import { queryOf } from '../pages/query-of.ts';
import { ownerCookie } from '../reports/owner-cookie.ts';
import { DELETE_TOKEN } from '../reports/report-store.ts';
import { refuseOtherSites } from '../pages/same-site.ts';
import { freeCredit, monthlyCredit, tokenCredit, type CreditSource } from '../scans/credit-source.ts';
import { pagesIn } from '../scans/further-pages.ts';
import { retryBriefly } from '../scans/retry-briefly.ts';
import type { Caller } from '../scans/admission-queue.ts';
import type { WatchScan } from '../scans/watch-scan.ts';
import type { ScanDeps } from './scan.ts';

/** The form of the start page, with and without scripts. */
export async function scanFormRoutes(
  app: FastifyInstance,
  deps: ScanDeps & { watchScan: WatchScan; https: boolean },
): Promise<void> {
  const { quickDb, appSecret } = deps;
  takeForms(app);
  app.addHook('onError', async (request, reply, error) => {
    const { url = '' } = (request.body ?? {}) as { url?: string };
    reply.nextSteps = [...(await paidReport(quickDb, error).catch(() => [])), ...nextSteps(error, url)];
  });

  /** Who pays, according to the field for a key or a token, and which report they get. */
  const wayToPay = async (credential: string, address: string): Promise<WayToPay> => {
    if (credential === '') {
      const caller = { tier: 'free', client: callerOf(address) } as const;
      const quota = { address, scansPerDay: deps.freeScansPerDay, appSecret };
      return { caller, credit: freeCredit(deps, quota), column: 'free', owner: null };
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

  app.get('/scan', async (request, reply) => reply.redirect(`/${queryOf(request.url)}`, 303));

  app.post('/scan', { onRequest: async (request) => refuseOtherSites(request) }, async (request, reply) => {
    const form = (request.body ?? {}) as Partial<Record<string, string>>;
    const { url = '', credential = '' } = form;
    reply.formAgain = (message) => {
      // The form is on the page, so the address can be changed there.
      const steps = (reply.nextSteps ?? []).filter(({ kind }) => kind !== 'change');
      const typed = { url, credential, pages: form['pages'] ?? '' };
      return reply
        .header('cache-control', 'no-store')
        .page('failure', { status: reply.statusCode, message, steps, typed });
    };
    const pages = pagesIn(form['pages']);
    if (pages && credential.trim() === '')
      throw new ApiError(400, 'further pages are part of a paid scan: enter your API key or token, or leave them out');
    const call = { url: url.trim(), pages, signal: callerGone(reply), log: request.log };
    const serve = (onScan?: (scanId: string) => void) =>
      retryBriefly(() => {
        let way: WayToPay | undefined;
        return deps.serveScan(onScan ? { ...call, onScan } : call, {
          authorize: async () => (way = await wayToPay(pasted(credential), request.ip)),
          present: (report) => deps.reports.storeReport(report, way?.column ?? 'free', { owner: way?.owner ?? null }),
        });
      }, call.signal);
    if (!wantsEvents(request)) {
      const { id, headers } = await serve();
      return reply
        .header('set-cookie', ownerCookie(id, headers[DELETE_TOKEN] ?? '', deps.https))
        .redirect(`/r/${id}`, 303);
    }
    const events = eventStream(reply);
    let unwatch: (() => void) | undefined;
    try {
      const { id, headers } = await serve((scanId) => {
        unwatch = deps.watchScan(scanId, (part) => events.send('part', part));
      });
      events.send('done', `/r/${id}/mine?${new URLSearchParams({ token: headers[DELETE_TOKEN] ?? '' }).toString()}`);
    } catch (error) {
      const { status, message } = answerFor(error) ?? { status: 500, message: 'something went wrong on our side' };
      if (status === 500) request.log.error({ err: error }, 'request failed');
      // A database that is down must not hide the original error.
      const steps = [...(await paidReport(quickDb, error).catch(() => [])), ...nextSteps(error, call.url)];
      events.send('failed', reply.renderPage('failure', { status, message, steps }));
    } finally {
      unwatch?.();
      events.end();
    }
    return reply;
  });
}

interface WayToPay {
  caller: Caller;
  credit: CreditSource;
  column: ReportColumn;
  owner: string | null;
}
