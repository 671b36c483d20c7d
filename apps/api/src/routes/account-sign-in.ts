import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Email } from '@palisade/access/email';
import { inspectSignIn, redeemSignIn, requestSignIn, revokeSessions } from '@palisade/access/sign-in';
import { SIGN_IN_LINK_MINUTES } from '@palisade/access/sign-in-link';
import type { BillingDeps } from '@palisade/billing/billing-deps';
import { linkBase } from '@palisade/billing/billing-deps';
import type { Db, Tx } from '@palisade/db/client';
import { linkRequestMark, markLinkRequest } from '../account/link-request-cookie.ts';
import { requireSession, signedIn, type SessionDeps } from '../account/require-session.ts';
import { setSessionCookie } from '../account/session-cookie.ts';
import { ApiError } from '../errors.ts';
import { takeForms } from '../pages/form-body.ts';
import { refuseOtherSites } from '../pages/same-site.ts';
import { ErrorBody } from './error-body.ts';

export interface AccountDeps extends SessionDeps {
  db: Db;
  billing: BillingDeps;
  mailSignIn: (tx: Tx, to: string, link: string) => Promise<unknown>;
}

/** @throws ApiError */
function refuseLink(reply: FastifyReply): never {
  reply.nextSteps = [{ kind: 'sign_in', href: '/account' }];
  throw new ApiError(
    403,
    `this link has been used or has expired: links work once, for ${SIGN_IN_LINK_MINUTES} minutes`,
  );
}

const SENT = `If this email address belongs to a customer, we have sent a sign-in link. It works once and expires after ${SIGN_IN_LINK_MINUTES} minutes.`;

export async function accountSignInRoutes(app: FastifyInstance, deps: AccountDeps): Promise<void> {
  const { db, appSecret, https } = deps;
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.post(
    '/api/account/sign-in',
    {
      onRequest: async (request) => refuseOtherSites(request),
      schema: {
        tags: ['Account'],
        summary: 'Send a sign-in link by email',
        description:
          'Always returns 200, whether or not the address is known. Limited to a few links an hour per address.',
        body: z.object({ email: Email }),
        response: { 200: z.object({ ok: z.literal(true), message: z.string() }), 400: ErrorBody, 403: ErrorBody },
      },
    },
    async (request, reply) => {
      const { body, ip, log } = request;
      const asked = { browser: markLinkRequest(request, reply, https), address: ip };
      const mail = (tx: Tx, to: string, token: string) =>
        deps.mailSignIn(tx, to, `${linkBase(deps.billing)}/account/sign-in?token=${token}`);
      // Not awaited, so that the response takes as long for an unknown address as for a customer.
      void requestSignIn(db, { email: body.email, asked }, { appSecret, mail }).catch((error: unknown) => {
        log.error({ err: error }, 'a sign-in link could not be created');
      });
      return { ok: true as const, message: SENT };
    },
  );

  const redeem = async (request: FastifyRequest, reply: FastifyReply, token: string) => {
    const browser = request.headers['user-agent'] ?? '';
    const opened = await redeemSignIn(db, token, { appSecret, browser });
    if (!opened) return refuseLink(reply);
    setSessionCookie(reply, opened.cookie, opened.maxAgeSeconds, https);
    return reply.redirect('/account', 303);
  };
  const tokenIn = (fields: unknown) => {
    const { token } = (fields ?? {}) as { token?: unknown };
    return typeof token === 'string' && token.length < 200 ? token : '';
  };
  // A HEAD request must not use up a link.
  app.get('/account/sign-in', { exposeHeadRoute: false }, async (request, reply) => {
    const token = tokenIn(request.query);
    const opener = { browser: linkRequestMark(request, https), address: request.ip };
    const state = await inspectSignIn(db, token, { appSecret, opener });
    if (state === null) return refuseLink(reply);
    if (state === 'ours') return await redeem(request, reply, token);
    return reply.headers({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' }).page('sign_in', { token });
  });
  await app.register(async (scope) => {
    takeForms(scope);
    scope.post(
      '/account/sign-in/confirm',
      { onRequest: async (request) => refuseOtherSites(request) },
      async (request, reply) => redeem(request, reply, tokenIn(request.body)),
    );
  });

  const guarded = {
    onRequest: requireSession(app, deps),
    schema: {
      tags: ['Account'],
      response: { 200: z.object({ ok: z.literal(true), ended: z.int() }), 401: ErrorBody, 403: ErrorBody },
    },
  };
  typed.post(
    '/api/account/sign-out',
    { ...guarded, schema: { ...guarded.schema, summary: 'End this session' } },
    async (request, reply) => {
      const { email, id } = signedIn(request);
      setSessionCookie(reply, '', 0, https);
      return { ok: true as const, ended: await revokeSessions(db, { email, id }) };
    },
  );
  typed.delete(
    '/api/account/sessions',
    { ...guarded, schema: { ...guarded.schema, summary: 'End all sessions' } },
    async (request, reply) => {
      const { email } = signedIn(request);
      setSessionCookie(reply, '', 0, https);
      return { ok: true as const, ended: await revokeSessions(db, { email }) };
    },
  );
}
