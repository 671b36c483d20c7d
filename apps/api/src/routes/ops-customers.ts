import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Email } from '@palisade/access/email';
import { revokeKeyById, setVolume } from '@palisade/access/keys';
import { revokeToken } from '@palisade/access/tokens';
import type { BillingDeps } from '@palisade/billing/billing-deps';
import { customerOf } from '@palisade/billing/customer';
import { correctAddress } from '@palisade/billing/erase-customer';
import { findCustomers } from '@palisade/billing/find-customers';
import { resend, rotateAndMail } from '@palisade/billing/secret-mail';
import { sameSiteOnly } from '@palisade/ops/same-site';
import { ApiError } from '../errors.ts';
import type { OpsGuard } from '../ops/access.ts';
import type { OpsSessions } from '../ops/session.ts';
import { takeForms } from '../pages/form-body.ts';

export interface OpsCustomersDeps {
  billing: BillingDeps;
  guard: OpsGuard;
  sessions: OpsSessions | null;
}

const id = z.uuid();
const optionalEmail = z.union([z.literal('').transform(() => undefined), Email]).optional();
const Act = z.discriminatedUnion('act', [
  z.object({ act: z.literal('resend'), what: z.enum(['key', 'token', 'report']), id, to: optionalEmail }),
  z.object({ act: z.literal('rotate'), id }),
  z.object({ act: z.literal('revoke_key'), id }),
  z.object({ act: z.literal('revoke_token'), id }),
  z.object({ act: z.literal('volume'), id, scans: z.coerce.number().int().min(1).max(1_000_000) }),
  z.object({ act: z.literal('correct'), to: Email }),
]);
type Act = z.infer<typeof Act>;

/** The operator's desk: who bought what, and actions for them. It shows no secret, and every action is audited. */
export async function opsCustomersRoutes(app: FastifyInstance, deps: OpsCustomersDeps): Promise<void> {
  const { billing, guard, sessions } = deps;
  const { db } = billing;
  takeForms(app);
  app.addHook('onRequest', guard);
  app.addHook('onRequest', sameSiteOnly);
  const hidden = { schema: { hide: true } };
  const csrfOf = (request: FastifyRequest) => sessions?.read(request)?.csrf ?? null;

  app.get('/ops/customers', hidden, async (request, reply) => {
    const { q = '' } = z.object({ q: z.string().max(254).optional().catch('') }).parse(request.query);
    const found = await findCustomers(db, q);
    return reply.page('desk', { q, found, customer: null, said: null, csrf: null });
  });
  app.get<{ Params: { email: string } }>('/ops/customers/:email', hidden, async (request, reply) =>
    reply.page('desk', await desk(request, request.params.email, null)),
  );
  app.post<{ Params: { email: string } }>('/ops/customers/:email', hidden, async (request, reply) => {
    const asked = Act.safeParse(request.body);
    if (!asked.success) throw new ApiError(400, 'the form is incomplete: reload the page');
    const email = asked.data.act === 'correct' ? asked.data.to : request.params.email;
    const said = await act(asked.data, request.params.email, `operator:${request.operator}`);
    return reply.page('desk', await desk(request, email, said));
  });

  async function desk(request: FastifyRequest, address: string, said: string | null) {
    const customer = await customerOf(db, address.toLowerCase());
    const { keys, purchases, tokens, compliance_reports: reports } = customer;
    if (keys.length + purchases.length + tokens.length + reports.length === 0) {
      throw new ApiError(404, 'no customer has this email address');
    }
    return { q: customer.email, found: [], customer, said, csrf: csrfOf(request) };
  }

  async function act(asked: Act, from: string, actor: string): Promise<string> {
    switch (asked.act) {
      case 'resend': {
        const { what, id: which, to } = asked;
        const sent = await db.$transaction((tx) =>
          resend(tx, billing, { what, id: which, to }, { owner: null, actor }),
        );
        return `Sending to ${sent.to}.`;
      }
      case 'rotate':
        await db.$transaction((tx) => rotateAndMail(tx, billing, asked.id, { actor, atOnce: true }));
        return 'The key was replaced. The new one was emailed to its owner.';
      case 'revoke_key':
        await db.$transaction((tx) => revokeKeyById(tx, asked.id, actor));
        return 'The key was revoked.';
      case 'revoke_token': {
        const token = await db.accessToken.findUnique({ where: { id: asked.id } });
        if (!token) throw new ApiError(404, 'there is no such token');
        await db.$transaction((tx) => revokeToken(tx, token.source, actor));
        return 'The token was revoked.';
      }
      case 'volume':
        await db.$transaction((tx) => setVolume(tx, asked.id, asked.scans, actor));
        return `The key has ${asked.scans} scans a month from now on.`;
      case 'correct': {
        const moved = await correctAddress(billing, from.toLowerCase(), asked.to.toLowerCase(), actor);
        return `${moved} moved to ${asked.to.toLowerCase()}.`;
      }
    }
  }
}
