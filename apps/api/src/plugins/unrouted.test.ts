import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi({ API_CORS_ORIGINS: 'https://app.example' });
});
afterAll(() => api[Symbol.asyncDispose]());

const ask = (method: string, path: string, init: RequestInit = {}) => fetch(api.baseUrl + path, { method, ...init });

describe('RFC 9110 §15.5.6 and §9.3.7: the methods of a path', () => {
  it.each([
    ['PUT', '/api/scan', 'POST, OPTIONS'],
    ['GET', '/api/scan', 'POST, OPTIONS'],
    ['HEAD', '/api/scan/pro', 'POST, OPTIONS'],
    ['DELETE', '/api/verify-key', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/api/account', 'GET, HEAD, DELETE, OPTIONS'],
    ['PROPFIND', '/', 'GET, HEAD, OPTIONS'],
    ['POST', '/badge/example.com.svg', 'GET, HEAD, OPTIONS'],
    ['POST', '/api/reports/x/pdf/', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/%68ealthz?a=b', 'GET, HEAD, OPTIONS'],
    // Opening the link uses it up, so HEAD, which mail scanners send, is not for it.
    ['HEAD', '/account/sign-in?token=x', 'GET, POST, OPTIONS'],
    ['PUT', '/compliance', 'GET, HEAD, POST, OPTIONS'],
    ['DELETE', '/api/leaderboard', 'GET, HEAD, POST, OPTIONS'],
  ])('%s %s is 405 and allows %s', async (method, path, allow) => {
    const answer = await ask(method, path);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
    if (method !== 'HEAD') expect(Object.keys((await answer.json()) as object)).toEqual(['error']);
  });

  it.each([
    ['DELETE', '/api/reports/x', 404],
    ['DELETE', '/api/account', 401],
    ['POST', '/api/account/portal', 401],
    ['POST', '/api/scan', 400],
  ])(
    '%s %s without a body is %i with a Content-Type, too, which some clients always send',
    async (method, path, status) => {
      expect((await ask(method, path)).status).toBe(status);
      const answer = await ask(method, path, { headers: { 'content-type': 'application/json' } });
      expect(answer.status).toBe(status);
      if (status === 400)
        expect(await answer.json()).toEqual({ error: 'the request body is missing: send a JSON object' });
    },
  );

  it.each([
    ['/api/scan', 'POST, OPTIONS'],
    ['/healthz', 'GET, HEAD, OPTIONS'],
    ['/site/example.com', 'GET, HEAD, OPTIONS'],
  ])('OPTIONS %s is 204 and allows %s', async (path, allow) => {
    const answer = await ask('OPTIONS', path);
    expect([answer.status, answer.headers.get('allow'), await answer.text()]).toEqual([204, allow, '']);
  });

  it.each([
    ['OPTIONS', '/nothing'],
    ['POST', '/nothing'],
    ['DELETE', '/api/reports/x/y/z'],
    ['PUT', '/badge/example.com.png/x'],
  ])('%s %s stays 404', async (method, path) => {
    const answer = await ask(method, path);
    expect([answer.status, answer.headers.get('allow')]).toEqual([404, null]);
  });

  it('a browser gets a page that names the method', async () => {
    const answer = await ask('GET', '/account/sign-out', { headers: { accept: 'text/html' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([405, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain('use POST');
  });

  it('a preflight of another origin gets the methods, and no permission', async () => {
    const headers = { origin: 'https://other.example', 'access-control-request-method': 'POST' };
    const answer = await ask('OPTIONS', '/api/scan', { headers });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, null]);
  });
});

describe('a request without a route is refused by its path, not by its body', () => {
  it.each([
    ['no JSON', 'application/json', '{'],
    ['too long', 'application/json', 'x'.repeat(70_000)],
    ['another type', 'text/csv', 'x'],
  ])('%s', async (_what, type, body) => {
    const send = (method: string, path: string) => ask(method, path, { headers: { 'content-type': type }, body });
    expect((await send('POST', '/nothing')).status).toBe(404);
    expect((await send('PUT', '/api/scan')).status).toBe(405);
  });
});

describe('what only an operator may see is not for shared caches', () => {
  it.each(['/ops', '/ops/queues', '/metrics', '/ops/api/health'])('%s', async (path) => {
    const answer = await fetch(api.baseUrl + path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toMatch(/no-store|private/);
    expect(answer.headers.get('cache-control')).not.toContain('public');
  });
});
