import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPORT, runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('language', () => {
  it.each([
    ['nothing', '/', {}, 'en'],
    ['Hindi preferred, which is offered', '/', { 'accept-language': 'hi-IN,hi;q=0.9,en;q=0.8' }, 'en'],
    ['English preferred, Hindi read', '/', { 'accept-language': 'en-GB,hi;q=0.5' }, 'en'],
    ['another language', '/', { 'accept-language': 'de' }, 'en'],
    ['a remembered choice', '/', { 'accept-language': 'hi', cookie: 'a=b; palisade_language=en' }, 'en'],
    ['a choice now', '/?lang=hi', { cookie: 'palisade_language=en' }, 'hi'],
    ['nonsense', '/?lang=xx', { cookie: 'palisade_language=__proto__', 'accept-language': ';;q=,' }, 'en'],
  ])('%s', async (_what, path, headers, language) => {
    const answer = await api.get(path, headers);
    expect(answer.headers.get('content-language')).toBe(language);
    expect(answer.headers.get('vary')).toContain('Accept-Language, Cookie');
    expect(await answer.text()).toContain(`<html lang="${language}">`);
  });

  it.each([
    ['Hindi preferred', { 'accept-language': 'hi-IN,hi;q=0.9,en;q=0.8' }, true],
    ['English preferred, Hindi read', { 'accept-language': 'en-GB,hi;q=0.5' }, false],
    ['Hindi preferred and English chosen', { 'accept-language': 'hi', cookie: 'palisade_language=en' }, false],
    ['Hindi preferred and chosen', { 'accept-language': 'hi', cookie: 'palisade_language=hi' }, false],
  ])('is offered in Hindi: %s: %s', async (_what, headers, offered) => {
    const html = await (await api.get('/leaderboard?sort=host&lang=', headers)).text();
    expect(html.includes('<nav class="offer screen" lang="hi"')).toBe(offered);
    // The language links keep the query of the page.
    expect(html).toContain('href="?sort=host&amp;lang=hi"');
  });

  it.each(['https://a.example/?b=c', 'a.example?b?c'])('the query of a page may contain %s unencoded', async (url) => {
    const [html, moved] = [await (await api.get(`/?url=${url}`)).text(), await fetch(`${api.baseUrl}/scan?url=${url}`, { redirect: 'manual' })]; // prettier-ignore
    expect(html).toContain(`href="?url=${encodeURIComponent(url)}&amp;lang=hi"`);
    expect(moved.headers.get('location')).toBe(`/?url=${url}`);
  });

  it('can be changed on the response to a form, too', async () => {
    const body = new URLSearchParams({ url: 'example.com', credential: 'pal_live_x' });
    const refused = await fetch(`${api.baseUrl}/scan`, { method: 'POST', body, headers: page });
    expect(await refused.text()).toContain('href="?lang=hi"');
    const answer = await api.get('/scan?lang=hi', page);
    expect([answer.url, answer.headers.get('content-language')]).toEqual([`${api.baseUrl}/?lang=hi`, 'hi']);
  });

  it('of the findings is stated if the page has another one', async () => {
    api.onScan(async () => REPORT);
    const body = new URLSearchParams({ url: 'example.com' });
    const cookie = 'palisade_language=hi';
    const html = await (
      await fetch(`${api.baseUrl}/scan`, { method: 'POST', body, headers: { ...page, cookie } })
    ).text();
    expect(html).toContain('अंग्रेज़ी में हैं');
  });

  it.each([
    ['/pricing', 'hi', false],
    ['/compliance', 'hi', false],
    ['/account', 'hi', false],
    ['/method', 'hi', false],
    ['/checkout/done', 'hi', false],
    ['/terms', 'hi', true],
    ['/terms', 'en', false],
  ])('%s in %s: says that it is available in English only: %s', async (path, language, englishOnly) => {
    const html = await (await api.get(`${path}?lang=${language}`, page)).text();
    expect(html).toContain(`<html lang="${language}">`);
    expect(html.includes('यह पेज अभी केवल अंग्रेज़ी में है।')).toBe(englishOnly);
    expect(/<main id="main"[^>]* lang="en"/.test(html)).toBe(englishOnly || path === '/terms');
  });

  it('is remembered when chosen', async () => {
    const answer = await api.get('/?lang=hi');
    expect(answer.headers.get('set-cookie')).toMatch(
      /^palisade_language=hi; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    );
    expect((await api.get('/')).headers.get('set-cookie')).toBe(null);
  });
});
