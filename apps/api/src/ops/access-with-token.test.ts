import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asked, OPS_PATHS } from '../../test/ops-request.ts';
import { runningApi, type RunningApi } from '../../test/running-api.ts';
import { endedSessions } from './ended-sessions.ts';

let guarded: RunningApi;
beforeAll(async () => {
  guarded = await runningApi({ OPS_TOKEN: 'open-sesame', SERVICE_NAME: 'Ditch "é" Wall' });
});
afterAll(() => guarded[Symbol.asyncDispose]());

describe('with OPS_TOKEN', () => {
  it.each([
    ['no credential', {}, 401],
    ['a wrong token', { authorization: 'Bearer nope' }, 401],
    ['another user', { authorization: `Basic ${btoa('root:open-sesame')}` }, 401],
    ['another scheme', { authorization: 'Digest open-sesame' }, 401],
    ['the password of user ops', { authorization: `Basic ${btoa('ops:open-sesame')}` }, 200],
    ['the token as bearer, from anywhere', { authorization: 'Bearer open-sesame', host: 'ops.example', via: 'x' }, 200],
  ])('%s', async (_what, headers, status) => {
    for (const path of OPS_PATHS.filter((one) => one !== '/ops')) {
      expect([path, (await asked(guarded, path, headers as never)).status]).toEqual([path, status]);
    }
  });

  const cookieOf = (answer: Response) => (answer.headers.getSetCookie()[0] ?? '').split(';', 1)[0] ?? '';
  const form = async (password: string, change: (fields: URLSearchParams) => void = () => undefined) => {
    const page = await guarded.get('/ops', { accept: 'text/html,*/*' });
    expect([page.status, page.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Ditch  Wall operations"']);
    const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    const body = new URLSearchParams({ csrf, password });
    change(body);
    return fetch(`${guarded.baseUrl}/ops/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: cookieOf(page), 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    });
  };

  it('shows the configured service name', async () => {
    const challenge = (await guarded.get('/metrics')).headers.get('www-authenticate');
    expect(challenge).toBe('Basic realm="Ditch  Wall operations", charset="UTF-8"');
    const page = await guarded.get('/ops', { accept: 'text/html' });
    expect(await page.text()).toContain('<h1>Ditch &quot;é&quot; Wall operations</h1>');
  });

  it('the sign-in page discloses nothing that could confirm a guess of the token', async () => {
    const page = await guarded.get('/ops/login');
    const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1];
    const nonce = cookieOf(page).split('=')[1];
    for (const text of [`palisade ops form\n${nonce}`, nonce ?? ''])
      for (const key of ['open-sesame', createHash('sha256').update('open-sesame').digest()])
        expect(createHmac('sha256', key).update(text).digest('base64url')).not.toBe(csrf);
  });

  it('a browser gets a sign-in page, and a session whose actions need its CSRF token', async () => {
    const answer = await form('open-sesame');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/ops']);
    expect(answer.headers.getSetCookie()[0]).toMatch(/; HttpOnly; SameSite=Strict; /);
    const cookie = cookieOf(answer);
    expect((await guarded.get('/ops/api/health', { cookie })).status).toBe(200);
    const session = (await (await guarded.get('/ops/api/session', { cookie })).json()) as { csrf: string };
    expect(session).toMatchObject({ operator: 'session' });
    const act = (headers: Record<string, string>) =>
      guarded.post('/ops/api/jobs/scan/none/retry', {}, { cookie, ...headers });
    expect((await act({})).status).toBe(403);
    expect((await act({ 'x-csrf-token': 'wrong' })).status).toBe(403);
    expect((await act({ 'x-csrf-token': session.csrf, origin: 'https://evil.example' })).status).toBe(403);
    expect((await act({ 'x-csrf-token': session.csrf })).status).toBe(404);
    const trail = await guarded.db.auditEntry.findMany({ where: { action: 'ops.job.retry' } });
    expect(trail.map(({ actor, detail }) => [actor, detail])).toEqual([
      ['operator:session', { queue: 'scan', jobId: 'none', action: 'retry', acted: 'gone' }],
    ]);
    const out = await guarded.post('/ops/api/logout', {}, { cookie, 'x-csrf-token': session.csrf });
    expect(out.headers.getSetCookie()[0]).toContain('palisade_ops=; ');
    // A copy of the cookie no longer works; other sessions continue.
    expect((await guarded.get('/ops/api/health', { cookie })).status).toBe(401);
    const other = cookieOf(await form('open-sesame'));
    expect((await guarded.get('/ops/api/health', { cookie: other })).status).toBe(200);
    const id = cookie.split('.')[1] ?? '';
    const signs = await guarded.db.auditEntry.findMany({ where: { subject: id }, orderBy: { id: 'asc' } });
    expect(signs.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
      'operator:session ops.sign_in',
      'operator:session ops.sign_out',
    ]);
    // Other processes know it, too, even if they start later.
    const elsewhere = endedSessions(guarded.appDb, () => undefined);
    expect([await elsewhere.has(id), await elsewhere.has(other.split('.')[1] ?? '')]).toEqual([true, false]);
  });

  it.each([
    ['a wrong token', 'nope', () => undefined],
    ['no form token', 'open-sesame', (fields: URLSearchParams) => fields.delete('csrf')],
    ['a foreign form token', 'open-sesame', (fields: URLSearchParams) => fields.set('csrf', 'x')],
  ])('%s signs no one in', async (_what, password, change) => {
    const answer = await form(password, change);
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain('That is not the operations token');
    expect((await guarded.get('/ops/api/health', { cookie: cookieOf(answer) })).status).toBe(401);
  });

  it.each(['', 'x', `${Date.now() + 1e6}.abc.def`, '9999999999999..'])(
    'rejects the made-up session %j',
    async (value) => {
      expect((await guarded.get('/ops/api/health', { cookie: `palisade_ops=${value}` })).status).toBe(401);
    },
  );
});
