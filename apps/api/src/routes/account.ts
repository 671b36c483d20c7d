import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Email } from '@palisade/access/email';
import { audit } from '@palisade/access/audit';
import { customerOf } from '@palisade/billing/customer';
import { eraseCustomer } from '@palisade/billing/erase-customer';
import { resend, rotateAndMail } from '@palisade/billing/secret-mail';
import { takeRate } from '@palisade/access/rate-limit';
import { furtherData } from '../account/account-export.ts';
import { Account, AccountExport } from '../account/account-schema.ts';
import { requireSession, signedIn } from '../account/require-session.ts';
import { setSessionCookie } from '../account/session-cookie.ts';
import { ApiError } from '../errors.ts';
import type { AccountDeps } from './account-sign-in.ts';
import { ErrorBody } from './error-body.ts';

const ACTOR = 'account';
const RESENDS_AN_HOUR = 20;
const errors = { 400: ErrorBody, 401: ErrorBody, 403: ErrorBody, 404: ErrorBody };
const optionalBody = <T extends z.ZodType>(schema: T) => schema.nullish().transform((body) => body ?? undefined);

/** What a signed-in customer can see and change. Only the response to a key rotation contains a secret. */
export async function accountRoutes(app: FastifyInstance, deps: AccountDeps): Promise<void> {
  const { db, billing, https, appSecret } = deps;
  app.addHook('onRequest', requireSession(app, deps));
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['Account'];

  typed.get(
    '/api/account',
    {
      schema: {
        tags,
        summary: 'Keys, usage, plan, purchases and reports',
        response: { 200: Account, 401: ErrorBody },
      },
    },
    async (request, _reply) => {
      const { email, id } = signedIn(request);
      return { ...(await customerOf(deps.quickDb, email)), sessions: await sessionsOf(email, id) };
    },
  );

  async function sessionsOf(email: string, current: string) {
    const rows = await deps.quickDb.accountSession.findMany({
      where: { email, revokedAt: null, expiresAt: { gt: new Date() } },
      orderBy: { lastSeenAt: 'desc' },
    });
    return rows.map(({ id, browser, createdAt, lastSeenAt }) => ({
      browser,
      current: id === current,
      created_at: createdAt.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
    }));
  }

  typed.post(
    '/api/account/keys/rotate',
    {
      schema: {
        tags,
        summary: 'Replace an API key',
        description:
          'The old key keeps working for 24 hours, or stops immediately with `at_once`. The new one is also sent by email.',
        body: optionalBody(z.object({ key_id: z.uuid().optional(), at_once: z.boolean().optional() })),
        response: {
          200: z.object({
            ok: z.literal(true),
            key_id: z.string(),
            key: z.string(),
            old_key_works_until: z.iso.datetime(),
          }),
          ...errors,
        },
      },
    },
    async (request, _reply) => {
      const { email } = signedIn(request);
      const { key_id: named, at_once: atOnce = false } = request.body ?? {};
      const keys = await db.apiKey.findMany({
        where: { email, status: { not: 'revoked' }, ...(named === undefined ? {} : { id: named }) },
        select: { id: true },
      });
      const [key, ...more] = keys;
      if (!key) throw new ApiError(404, 'there is no such key');
      if (more.length > 0) throw new ApiError(400, 'there are several keys: select one with key_id');
      const { key: secret, oldKeyWorksUntil } = await db.$transaction((tx) =>
        rotateAndMail(tx, billing, key.id, { actor: ACTOR, atOnce }),
      );
      return { ok: true as const, key_id: key.id, key: secret, old_key_works_until: oldKeyWorksUntil.toISOString() };
    },
  );

  typed.post(
    '/api/account/resend',
    {
      schema: {
        tags,
        summary: 'Resend the email with a key, a token or a report',
        description: 'To this account’s address, or to the corrected address in `email`.',
        body: z.object({ what: z.enum(['key', 'token', 'report']), id: z.uuid(), email: Email.optional() }),
        response: {
          200: z.object({ ok: z.literal(true), sent_to: z.string() }),
          400: ErrorBody,
          401: ErrorBody,
          403: ErrorBody,
          429: ErrorBody,
        },
      },
    },
    async (request, _reply) => {
      const { email } = signedIn(request);
      const named = 'resent emails an hour for one account';
      await takeRate(db, { what: 'resend', who: email, perHour: RESENDS_AN_HOUR, named }, appSecret);
      const { what, id, email: to } = request.body;
      const sent = await db.$transaction((tx) => resend(tx, billing, { what, id, to }, { owner: email, actor: ACTOR }));
      return { ok: true as const, sent_to: sent.to };
    },
  );

  typed.get(
    '/api/account/export',
    {
      schema: {
        tags,
        summary: 'All personal data of this account, as JSON',
        response: { 200: AccountExport, 401: ErrorBody },
      },
    },
    async (request, reply) => {
      const { email, id } = signedIn(request);
      const [customer, sessions, more] = await Promise.all([
        customerOf(db, email, { whole: true }),
        sessionsOf(email, id),
        furtherData(db, email),
      ]);
      for (const { id: subject } of customer.purchases.slice(0, 1)) {
        await audit(db, { actor: ACTOR, action: 'account.export', subject });
      }
      reply.header('content-disposition', 'attachment; filename="account.json"');
      return { exported_at: new Date().toISOString(), ...customer, sessions, ...more };
    },
  );

  typed.get('/api/account/reports/:id/pdf', { schema: { hide: true } }, async (request, reply) => {
    const { email } = signedIn(request);
    const id = z.uuid().safeParse((request.params as { id: string }).id);
    const report = id.success ? await db.complianceReport.findFirst({ where: { id: id.data, owner: email } }) : null;
    if (!report?.pdf || report.fileName === null) throw new ApiError(404, 'there is no such report');
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${report.fileName}"`)
      .send(Buffer.from(report.pdf));
  });

  typed.delete(
    '/api/account',
    {
      schema: {
        tags,
        summary: 'End subscriptions and delete the account’s personal data',
        description: 'Payment amounts and dates are kept without the email address, as required by law.',
        response: { 200: z.object({ ok: z.literal(true) }), 401: ErrorBody, 403: ErrorBody, 503: ErrorBody },
      },
    },
    async (request, reply) => {
      await eraseCustomer(billing, signedIn(request).email, ACTOR);
      setSessionCookie(reply, '', 0, https);
      return { ok: true as const };
    },
  );
}
