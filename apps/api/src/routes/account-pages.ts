import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BillingDeps } from '@palisade/billing/billing-deps';
import { withinDeadline } from '@palisade/billing/deadline';
import { receiptOf } from '@palisade/billing/receipt';
import type { Db } from '@palisade/db/client';
import type { PageProps } from '@palisade/web/pages';
import { ApiError, errorOf } from '../errors.ts';
import { takeForms } from '../pages/form-body.ts';
import type { Seller } from '../shop/seller.ts';
import { refuseOtherSites } from '../pages/same-site.ts';

const INVOICE_DEADLINE_MS = 4_000;

type Account = NonNullable<PageProps<'account'>['account']>;

/** The account pages. Each form calls the API route of the same name with the visitor's own session. */
export async function accountPageRoutes(
  app: FastifyInstance,
  deps: { db: Db; billing: BillingDeps; seller: Seller },
): Promise<void> {
  takeForms(app);

  const ask = async (request: FastifyRequest, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const { host, cookie, 'user-agent': browser } = request.headers;
    return await app.inject({
      method,
      url,
      remoteAddress: request.ip,
      headers: {
        host: host ?? 'localhost',
        'sec-fetch-site': 'same-origin',
        ...(cookie === undefined ? {} : { cookie }),
        ...(browser === undefined ? {} : { 'user-agent': browser }),
      },
      ...(payload === undefined ? {} : { payload }),
    });
  };
  /** Null if the visitor is not signed in. @throws ApiError */
  const accountOf = async (request: FastifyRequest): Promise<Account | null> => {
    const [own, sites] = await Promise.all([
      ask(request, 'GET', '/api/account'),
      ask(request, 'GET', '/api/account/sites'),
    ]);
    if (own.statusCode === 401 || sites.statusCode === 401) return null;
    for (const answer of [own, sites]) if (answer.statusCode !== 200) throw errorOf(answer);
    return { ...own.json<Account>(), ...sites.json<Pick<Account, 'sites'>>() };
  };
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    said: PageProps<'account'>['said'],
    newKey: string | null = null,
  ) => {
    const account = await accountOf(request);
    // The page does not reload while it shows a new key, which it shows only once.
    const checking = account?.sites.some(({ state }) => state === 'checking');
    if (checking && said === null) reply.header('refresh', '4; url=/account#sites');
    return reply.header('cache-control', 'no-store').page('account', { account, said, newKey });
  };
  /** @throws ApiError with the message of the API */
  const act = async (...args: Parameters<typeof ask>) => {
    const answer = await ask(...args);
    if (answer.statusCode !== 200) throw errorOf(answer);
    return { body: answer.json<unknown>(), cookie: answer.headers['set-cookie'] };
  };
  const field = (request: FastifyRequest, name: string): string =>
    ((request.body ?? {}) as Partial<Record<string, string>>)[name]?.trim() ?? '';
  const which = (request: FastifyRequest) => {
    const id = field(request, 'purchase_id');
    return id === '' ? {} : { purchase_id: id };
  };
  const own = { onRequest: async (request: FastifyRequest) => refuseOtherSites(request) };

  app.get('/account', async (request, reply) => show(request, reply, null));

  app.post('/account/sign-in', own, async (request, reply) => {
    const email = field(request, 'email');
    reply.formAgain = (message) =>
      reply.page('account', { account: null, said: null, newKey: null, refused: { message, typed: { email } } });
    const { cookie } = await act(request, 'POST', '/api/account/sign-in', { email });
    return reply
      .header('set-cookie', cookie ?? [])
      .page('account', { account: null, said: { what: 'linkSent' }, newKey: null });
  });
  app.post('/account/keys/rotate', own, async (request, reply) => {
    const asked = { key_id: field(request, 'key_id'), at_once: field(request, 'at_once') === 'yes' };
    const { body } = await act(request, 'POST', '/api/account/keys/rotate', asked);
    return show(request, reply, { what: 'keyReplaced' }, (body as { key: string }).key);
  });
  app.post('/account/portal', own, async (request, reply) => {
    const { body } = await act(request, 'POST', '/api/account/portal', which(request));
    const { url } = body as { url: string };
    // Not a redirect: `form-action` in our policy also applies to redirects of a form and allows no other origin.
    return reply.header('refresh', `0; url=${url}`).page('leaving', { link: url });
  });
  app.post('/account/subscription/cancel', own, async (request, reply) => {
    const { body } = await act(request, 'POST', '/api/account/subscription/cancel', which(request));
    const { ends_at: end } = body as { ends_at: string | null };
    // Razorpay ends a subscription at once if no paid month is running.
    const over = end !== null && Date.parse(end) <= Date.now();
    return show(request, reply, { what: over ? 'hasEnded' : 'endsWithMonth' });
  });
  app.post('/account/subscription/merge', own, async (request, reply) => {
    const { body } = await act(request, 'POST', '/api/account/subscription/merge');
    const { refunded } = body as { refunded: boolean };
    return show(request, reply, { what: refunded ? 'mergedAndRefunded' : 'notRenewed' });
  });
  app.post('/account/resend', own, async (request, reply) => {
    const what = (['key', 'token', 'report'] as const).find((name) => field(request, name) !== '');
    const email = field(request, 'email');
    const asked = { what, id: what && field(request, what), ...(email === '' ? {} : { email }) };
    const { body } = await act(request, 'POST', '/api/account/resend', asked);
    return show(request, reply, { what: 'sent', to: (body as { sent_to: string }).sent_to });
  });
  app.post('/account/sites', own, async (request, reply) => {
    await act(request, 'POST', '/api/account/sites', { host: field(request, 'host') });
    return reply.redirect('/account#sites', 303);
  });
  app.post('/account/sites/remove', own, async (request, reply) => {
    await act(request, 'DELETE', `/api/account/sites/${encodeURIComponent(field(request, 'id'))}`);
    return reply.redirect('/account#sites', 303);
  });
  app.post('/account/sessions/end', own, async (request, reply) => {
    const { cookie } = await act(request, 'DELETE', '/api/account/sessions');
    return reply.header('set-cookie', cookie ?? []).redirect('/account', 303);
  });
  app.get<{ Params: { id: string } }>('/account/receipts/:id', async (request, reply) => {
    const { email } = (await act(request, 'GET', '/api/account')).body as Account;
    const found = await receiptOf(deps.db, email, request.params.id);
    if (!found) throw new ApiError(404, 'there is no such receipt');
    const { provider, ...receipt } = found;
    // If the provider does not answer, the receipt is shown without its invoice.
    const asked = deps.billing.providers[provider]?.invoiceUrl(found.reference) ?? Promise.resolve(null);
    const invoice = await withinDeadline(asked, INVOICE_DEADLINE_MS).catch(() => null);
    return reply.header('cache-control', 'no-store').page('receipt', { ...receipt, invoice, seller: deps.seller });
  });
  app.post('/account/sign-out', own, async (request, reply) => {
    const { cookie } = await act(request, 'POST', '/api/account/sign-out');
    return reply.header('set-cookie', cookie ?? []).redirect('/account', 303);
  });
  app.post('/account/delete', own, async (request, reply) => {
    const { email } = (await act(request, 'GET', '/api/account')).body as Account;
    if (field(request, 'confirm').toLowerCase() !== email.toLowerCase())
      throw new ApiError(400, 'the email address does not match this account: nothing was deleted');
    const { cookie } = await act(request, 'DELETE', '/api/account');
    return reply
      .header('set-cookie', cookie ?? [])
      .page('account', { account: null, said: { what: 'deleted' }, newKey: null });
  });
}
