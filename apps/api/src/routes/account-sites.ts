import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { takeRate } from '@palisade/access/rate-limit';
import { claimSite, MOST_SITES, ownedSites, unclaimSite, type OwnedSite } from '@palisade/db/owned-sites';
import { hostName } from '@palisade/report/host-name';
import { requireSession, signedIn } from '../account/require-session.ts';
import { ApiError } from '../errors.ts';
import type { AccountDeps } from './account-sign-in.ts';
import { ErrorBody } from './error-body.ts';

export interface AccountSiteDeps extends AccountDeps {
  /** Queues a job that reads the host's DNS and its well-known file. */
  queueOwnerCheck: (host: string) => Promise<void>;
}

const CHECKS_PER_HOUR = 60;

const Site = z.object({
  id: z.string(),
  host: z.string(),
  state: z.enum(['verified', 'checking', 'not found']).describe('not found: neither place has the record'),
  verified_at: z.iso.datetime().nullable(),
  checked_at: z.iso.datetime().nullable(),
  record: z.object({
    name: z.string().describe('of the TXT record'),
    file: z.url().describe('file that may have it as a line instead'),
    value: z.string(),
  }),
});

/** Sites of an account: claimed here, verified by a TXT record or a file, and checked again daily. */
export async function accountSiteRoutes(app: FastifyInstance, deps: AccountSiteDeps): Promise<void> {
  const { db, quickDb, appSecret } = deps;
  app.addHook('onRequest', requireSession(app, deps));
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['Account'];
  const refused = { 401: ErrorBody, 403: ErrorBody };

  typed.get(
    '/api/account/sites',
    {
      schema: {
        tags,
        summary: 'Sites of this account',
        response: { 200: z.object({ sites: z.array(Site) }), 401: ErrorBody },
      },
    },
    async (request, _reply) => ({
      sites: (await ownedSites(quickDb, signedIn(request).email)).map((site) => shown(site)),
    }),
  );

  typed.post(
    '/api/account/sites',
    {
      schema: {
        tags,
        summary: 'Claim a site, or check the proof of a claim again',
        description:
          'Publish `record.value` as a TXT record at `record.name` or as a line in `record.file`. ' +
          'It is checked within a minute and daily after that.',
        body: z.object({ host: z.string().max(260) }),
        response: { 200: Site, 400: ErrorBody, 429: ErrorBody, ...refused },
      },
    },
    async (request, _reply) => {
      const { email } = signedIn(request);
      const host = hostName(request.body.host.replace(/^https?:\/\//i, '').replace(/\/$/, ''));
      if (host === null) throw new ApiError(400, 'host must be a public host, such as example.com');
      const named = 'checks of sites an hour for one account';
      await takeRate(db, { what: 'site', who: email, perHour: CHECKS_PER_HOUR, named }, appSecret);
      const site = await claimSite(db, email, host);
      if (!site) throw new ApiError(400, `an account can claim up to ${MOST_SITES} sites`);
      await deps.queueOwnerCheck(host);
      return shown(site);
    },
  );

  typed.delete(
    '/api/account/sites/:id',
    {
      schema: {
        tags,
        summary: 'Give up the claim to a site',
        params: z.object({ id: z.uuid() }),
        response: { 200: z.object({ ok: z.literal(true) }), 404: ErrorBody, 400: ErrorBody, ...refused },
      },
    },
    async (request, _reply) => {
      const { email } = signedIn(request);
      if (!(await unclaimSite(db, email, request.params.id))) throw new ApiError(404, 'there is no such site');
      return { ok: true as const };
    },
  );
}

/** A check that has not ended by then is considered lost. */
const CHECK_TIMEOUT_MS = 60_000;

function shown(site: OwnedSite, now = new Date()): z.infer<typeof Site> {
  const { id, host, challenge, verifiedAt, askedAt, checkedAt } = site;
  const asked = askedAt !== null && (checkedAt === null || checkedAt < askedAt);
  const underWay = asked && now.getTime() - askedAt.getTime() < CHECK_TIMEOUT_MS;
  return {
    id,
    host,
    state: verifiedAt !== null ? 'verified' : underWay ? 'checking' : 'not found',
    verified_at: verifiedAt?.toISOString() ?? null,
    checked_at: checkedAt?.toISOString() ?? null,
    record: {
      name: `_palisade.${new URL(`https://${host}`).hostname}`,
      file: `https://${host}/.well-known/palisade.txt`,
      value: `palisade-owner=${challenge}`,
    },
  };
}
