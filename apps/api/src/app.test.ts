import { QuotaExhausted } from '@palisade/access/errors';
import { scanJob } from '@palisade/queue/jobs';
import { NetworkFault, TargetRefused } from '@palisade/scanner/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPORT, runningApi, type RunningApi } from '../test/running-api.ts';
import { QueueUnavailable } from './errors.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const json = { 'content-type': 'application/json' };
const post = (body: BodyInit | null, headers: Record<string, string> = json) =>
  fetch(`${api.baseUrl}/api/scan`, { method: 'POST', headers, body });

describe('the form answers every error as a page to browsers and as {"error": …} to programs', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const form = (body: string, headers: Record<string, string>, path = '/scan') =>
    fetch(api.baseUrl + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });
  const failing = (error: Error) => async (headers: Record<string, string>) => {
    api.onScan(async () => {
      throw error;
    });
    const answer = await form('url=example.com', headers);
    api.onScan(async () => REPORT);
    return answer;
  };
  const hour = new Date(Date.now() + 3_600_000);

  it.each<[number, string, (headers: Record<string, string>) => Promise<Response>]>([
    [400, 'That did not work', failing(new TargetRefused('127.0.0.1 is not a public address'))],
    [403, 'That did not work', (headers) => form('url=example.com', { ...headers, 'sec-fetch-site': 'cross-site' })],
    [403, 'That did not work', (headers) => form('url=example.com&credential=pal_live_x', headers)],
    [404, 'Page not found', (headers) => form('', headers, '/nowhere')],
    [413, 'That did not work', (headers) => form(`url=${'x'.repeat(70_000)}`, headers)],
    [415, 'That did not work', (headers) => form('url=x', { ...headers, 'content-type': 'text/csv' })],
    [429, 'No scans left', failing(new QuotaExhausted('3 scans', hour, new Date()))],
    [500, 'Something went wrong on our side', failing(new Error('a secret of ours'))],
    [502, 'The site could not be scanned', failing(new NetworkFault('refused', 'example.com refused it'))],
    [503, 'Too busy right now', failing(new QueueUnavailable('too many scans are waiting'))],
  ])('%i %s', async (status, title, send) => {
    const [page, json] = [await send(browser), await send({ accept: '*/*' })];
    expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    const html = await page.text();
    expect(html).toMatch(new RegExp(`<h1 [^>]*>${title}</h1>`));
    expect(html).not.toContain('a secret of ours');
    expect(json.status).toBe(status);
    expect(Object.keys((await json.json()) as object)).toEqual(['error']);
    for (const answer of [page, json])
      expect(answer.headers.has('retry-after')).toBe(status === 429 || (status === 503 && title.startsWith('Too')));
  });
});

describe('errors are {"error": …} and nothing else', () => {
  it.each([
    ['an unknown route', 404, () => api.get('/api/nothing')],
    ['the wrong method', 405, () => fetch(`${api.baseUrl}/api/verify-key`, { method: 'DELETE' })],
    ['a path with NUL', 404, () => api.get('/assets/a%00b')],
    ['a path longer than any file name', 404, () => api.get(`/${'a'.repeat(3000)}`)],
    ['a path that cannot be decoded', 400, () => api.get('/%E0%A4%A')],
    ['no body', 400, () => post(null)],
    ['an empty body', 400, () => post('')],
    ['broken JSON', 400, () => post('{"url":')],
    ['JSON that is not an object', 400, () => post('["https://example.com"]')],
    ['a wrong type', 400, () => post('{"url":7}')],
    ['a missing field', 400, () => post('{}')],
    ['__proto__ in the body', 400, () => post('{"__proto__":{"url":"x"},"url":"https://example.com"}')],
    ['a body of another type', 415, () => post('url=x', { 'content-type': 'application/x-www-form-urlencoded' })],
    ['plain text', 415, () => post('{"url":"https://example.com"}', { 'content-type': 'text/plain' })],
    ['a body over 64 KiB', 413, () => post(JSON.stringify({ url: 'x'.repeat(65_536) }))],
  ])('%s: %i', async (_what, status, request) => {
    const answer = await request();
    expect(answer.status).toBe(status);
    const body = (await answer.json()) as Record<string, unknown>;
    expect(Object.keys(body)).toEqual(['error']);
    expect(body['error']).toEqual(expect.stringMatching(/\S/));
  });

  it('accepts a body of 64 KiB', async () => {
    const padding = 65_536 - '{"url":"example.com","x":""}'.length;
    expect((await post(JSON.stringify({ url: 'example.com', x: 'x'.repeat(padding) }))).status).toBe(200);
  });

  it('an internal error discloses no details', async () => {
    api.onScan(async () => {
      throw new Error('secret detail at /srv/app.ts:12');
    });
    const answer = await post('{"url":"example.com"}');
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ error: 'something went wrong on our side' });
    expect(api.log()).toContain('secret detail');
  });
});

describe('the app', () => {
  it('gives every answer an id and security headers', async () => {
    const answer = await api.get('/healthz');
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('strict-transport-security')).toBe(null);
  });

  it('is up and ready', async () => {
    expect(await (await api.get('/healthz')).json()).toEqual({ ok: true });
    const idle = await api.get('/readyz');
    expect([idle.status, await idle.json()]).toEqual([503, { error: 'no scan worker is running' }]);
    const row = { kind: 'scan', pid: 1, engineVersion: '', running: [], eventLoopP99Ms: 0, residentBytes: 0 };
    const now = new Date();
    await api.db.workerHeartbeat.create({
      data: { id: 'one', ...row, concurrency: 1, startedAt: now, seenAt: now },
    });
    expect((await api.get('/readyz')).status).toBe(200);
    await api.backend.queue(scanJob).raw.pause();
    expect(await (await api.get('/readyz')).json()).toEqual({ error: 'the scan queue is paused' });
    await api.backend.queue(scanJob).raw.resume();
  });

  it('never logs a query string', async () => {
    await api.get('/api/usage?key=pal_live_thisMustNeverBeLogged00000000');
    expect(api.log()).toContain('/api/usage');
    expect(api.log()).not.toContain('thisMustNeverBeLogged');
  });

  it('serves an OpenAPI 3.1 document with every endpoint of the specification', async () => {
    const document = (await (await api.get('/openapi.json')).json()) as { openapi: string; paths: object };
    expect(document.openapi).toBe('3.1.0');
    for (const path of ['/api/scan', '/api/scan/pro', '/api/report/pdf', '/api/verify-key', '/api/usage']) {
      expect(Object.keys(document.paths)).toContain(path);
    }
    expect((await api.get('/docs')).status).toBe(200);
  });

  it('serves its own security.txt', async () => {
    const text = await (await api.get('/.well-known/security.txt')).text();
    expect(text).toMatch(/^Contact: mailto:/m);
    expect(Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')).toBeGreaterThan(Date.now());
  });

  it('serves metrics in the Prometheus format', async () => {
    const text = await (await api.get('/metrics')).text();
    expect(text).toMatch(/^http_request_duration_seconds_count\{/m);
    expect(text).toMatch(/^bullmq_job_count\{queue="scan",state="waiting"\} 0$/m);
  });
});
