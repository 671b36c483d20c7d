import { CATALOG } from '@palisade/scanner/catalog';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi();
});
afterAll(() => api[Symbol.asyncDispose]());

it('lists every check, and each has a page with all its outcomes', async () => {
  const list = await (await api.get('/checks')).text();
  for (const { id, outcomes } of CATALOG) {
    expect(list).toContain(`href="/checks/${id}"`);
    const answer = await api.get(`/checks/${id}`);
    expect([id, answer.status]).toEqual([id, 200]);
    const html = await answer.text();
    for (const { code } of outcomes) expect(html).toMatch(new RegExp(`<code[^>]*>${code}</code>`));
  }
});

it.each(['/checks/tls/nothing', '/checks/nothing/at-all'])('404 for %s', async (path) => {
  expect((await api.get(path)).status).toBe(404);
});

it('shows a fix for each server, weights, weaknesses and controls', async () => {
  const html = await (await api.get('/checks/headers/x-frame-options')).text();
  for (const part of ['nginx', 'Apache', 'Caddy', 'Express', 'Cloudflare', 'CWE-1021', '−10', 'OWASP Top 10 2021'])
    expect(html).toContain(part);
});

it('names the User-Agent and what is not tested', async () => {
  const html = await (await api.get('/method')).text();
  expect(html).toMatch(/<code>Palisade\/[\d.]+/);
  expect(html).toContain('What is not tested');
});

it('shows the changelog', async () => {
  const page = await (await api.get('/changelog')).text();
  expect(page).toContain('<h2 id="v0.2.0">0.2.0</h2>');
  // The latest release alone is open.
  expect(page.match(/<details[^>]*>/g)?.filter((tag) => tag.includes('seen') && tag.includes(' open'))).toHaveLength(1);
});
