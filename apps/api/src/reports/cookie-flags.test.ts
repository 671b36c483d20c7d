import { afterAll, beforeAll, expect, it } from 'vitest';
import { runningApi, type RunningApi } from '../../test/running-api.ts';

/** Browsers reach this service over https through a proxy that speaks http to it and sets no X-Forwarded-Proto. */
let api: RunningApi;
beforeAll(async () => {
  api = await runningApi({ PUBLIC_BASE_URL: 'https://palisade.example' });
});
afterAll(() => api[Symbol.asyncDispose]());

const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

it('the cookie of a chosen language is Secure', async () => {
  const answer = await api.get('/?lang=hi', page);
  expect(answer.headers.get('set-cookie')).toMatch(/^palisade_language=hi; .*; Secure$/u);
});

it('the cookie that lets a browser delete its report is Secure', async () => {
  const answer = await fetch(`${api.baseUrl}/scan`, {
    method: 'POST',
    headers: { ...page, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ url: 'https://example.com' }),
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('set-cookie')).toMatch(/^palisade_report=.*; SameSite=Strict; Secure$/u);
});
