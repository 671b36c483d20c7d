import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageProps } from '@palisade/web/pages';
import { ApiError } from '../errors.ts';
import { takeForms } from '../pages/form-body.ts';
import { refuseOtherSites } from '../pages/same-site.ts';

type Account = NonNullable<PageProps<'account'>['account']>;

/** The account for people: each form does what the API of the same name does, with the visitor's own session. */
export async function accountPageRoutes(app: FastifyInstance): Promise<void> {
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
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    said: string | null,
    newKey: string | null = null,
  ) => {
    const answer = await ask(request, 'GET', '/api/account');
    const account = answer.statusCode === 200 ? answer.json<Account>() : null;
    return reply.header('cache-control', 'no-store').page('account', { account, said, newKey });
  };
  /** @throws ApiError with what the API says */
  const act = async (...args: Parameters<typeof ask>) => {
    const answer = await ask(...args);
    if (answer.statusCode !== 200) throw new ApiError(answer.statusCode, answer.json<{ error: string }>().error);
    return { body: answer.json<unknown>(), cookie: answer.headers['set-cookie'] };
  };
  const field = (request: FastifyRequest, name: string): string =>
    ((request.body ?? {}) as Partial<Record<string, string>>)[name]?.trim() ?? '';
  const own = { onRequest: async (request: FastifyRequest) => refuseOtherSites(request) };

  app.get('/account', async (request, reply) => show(request, reply, null));

  app.post('/account/sign-in', own, async (request, reply) => {
    const { body } = await act(request, 'POST', '/api/account/sign-in', { email: field(request, 'email') });
    const { message } = body as { message: string };
    return reply.page('account', { account: null, said: message, newKey: null });
  });
  app.post('/account/keys/rotate', own, async (request, reply) => {
    const asked = { key_id: field(request, 'key_id') };
    const { body } = await act(request, 'POST', '/api/account/keys/rotate', asked);
    return show(request, reply, 'The key was replaced.', (body as { key: string }).key);
  });
  app.post('/account/portal', own, async (request, reply) => {
    const { body } = await act(request, 'POST', '/api/account/portal');
    return reply.redirect((body as { url: string }).url, 303);
  });
  app.post('/account/subscription/cancel', own, async (request, reply) => {
    await act(request, 'POST', '/api/account/subscription/cancel');
    return show(request, reply, 'The subscription ends with the paid month. Your key works until then.');
  });
  app.post('/account/sign-out', own, async (request, reply) => {
    const { cookie } = await act(request, 'POST', '/api/account/sign-out');
    return reply.header('set-cookie', cookie ?? []).redirect('/account', 303);
  });
  app.post('/account/delete', own, async (request, reply) => {
    const { email } = (await act(request, 'GET', '/api/account')).body as Account;
    if (field(request, 'confirm').toLowerCase() !== email.toLowerCase())
      throw new ApiError(400, 'the address typed is not the one of this account: nothing was deleted');
    const { cookie } = await act(request, 'DELETE', '/api/account');
    return reply
      .header('set-cookie', cookie ?? [])
      .page('account', { account: null, said: 'Your account was deleted.', newKey: null });
  });
}
