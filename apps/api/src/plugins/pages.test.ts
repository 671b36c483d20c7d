import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { NetworkFault } from '@palisade/scanner/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPORT, runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi({ SERVICE_NAME: 'Stockade', FREE_SCANS_PER_DAY: '100' });
});
afterAll(() => api[Symbol.asyncDispose]());

const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Without fetch, which would decode the body. */
function raw(path: string, headers: Record<string, string>): Promise<{ encoding: string | undefined; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(api.baseUrl + path, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ encoding: answer.headers['content-encoding'], body: Buffer.concat(chunks) }));
    })
      .on('error', reject)
      .end();
  });
}

describe('errors', () => {
  it.each([
    ['a browser', '/nowhere', page, 404, 'text/html; charset=utf-8'],
    ['a program', '/nowhere', { accept: '*/*' }, 404, 'application/json; charset=utf-8'],
    ['a program that names no type', '/nowhere', {}, 404, 'application/json; charset=utf-8'],
    [
      'a program that refuses pages',
      '/nowhere',
      { accept: 'text/html;q=0, */*' },
      404,
      'application/json; charset=utf-8',
    ],
    ['a browser that opens the API', '/api/nowhere', page, 404, 'application/json; charset=utf-8'],
    [
      'a program that prefers JSON',
      '/nowhere',
      { accept: 'text/html;q=0.5, application/json' },
      404,
      'application/json; charset=utf-8',
    ],
    [
      'one that prefers a page',
      '/nowhere',
      { accept: 'application/json;q=0.5, text/html' },
      404,
      'text/html; charset=utf-8',
    ],
    ['one that reads texts only', '/nowhere', { accept: 'text/*' }, 404, 'text/html; charset=utf-8'],
    ['a browser with a path that cannot be decoded', '/%E0%A4%A', page, 400, 'text/html; charset=utf-8'],
    ['a program with such a path', '/%E0%A4%A', {}, 400, 'application/json; charset=utf-8'],
    ['a browser that opens such a path of the API', '/api/%zz?a', page, 400, 'application/json; charset=utf-8'],
  ])('to %s: %s', async (_who, path, headers, status, type) => {
    const answer = await api.get(path, headers);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type]);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('are pages that name the service, say what happened, and are not indexed', async () => {
    const html = await (await api.get('/nowhere?<script>', page)).text();
    expect(html).toContain('<title>Page not found · Stockade</title>');
    expect(html).toContain('name="robots" content="noindex"');
    expect(html).not.toContain('<script>');
  });
});

describe('compression', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['identity', undefined],
    ['', undefined],
  ])('%s gives %s', async (accepted, expected) => {
    const { encoding, body } = await raw('/openapi.json', { 'accept-encoding': accepted });
    expect(encoding).toBe(expected);
    const decoded = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
    expect(JSON.parse(decoded.toString())).toMatchObject({ openapi: '3.1.0' });
  });

  it.each(['/', '/openapi.json', '/robots.txt', '/nowhere', '/checks'])(
    'HEAD %s has the headers of GET, except a length that only compressing would show',
    async (path) => {
      const fields = async (method: string) => {
        const { headers } = await fetch(api.baseUrl + path, { method, headers: { ...page, 'accept-encoding': 'br' } });
        return ['content-type', 'content-encoding', 'vary'].map((name) => headers.get(name));
      };
      expect(await fields('HEAD')).toEqual(await fields('GET'));
      const head = await fetch(api.baseUrl + path, { method: 'HEAD', headers: { ...page, 'accept-encoding': 'br' } });
      expect(head.headers.has('content-length')).toBe(!head.headers.has('content-encoding'));
    },
  );

  it('does not compress small responses, and sets Vary', async () => {
    const answer = await api.get('/healthz', { 'accept-encoding': 'br' });
    expect(answer.headers.get('content-encoding')).toBe(null);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  });
});

describe('the form', () => {
  const send = (headers: Record<string, string>) =>
    fetch(`${api.baseUrl}/scan`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...page, ...headers },
      body: 'url=example.com',
      redirect: 'manual',
    });

  it.each([
    ['its own page', { 'sec-fetch-site': 'same-origin' }, 303],
    ['a program', {}, 303],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }, 403],
    ['another site, without Fetch Metadata', { origin: 'https://elsewhere.example' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
  ])('is sent by %s: %s', async (_who, headers, status) => {
    expect((await send(headers)).status).toBe(status);
  });

  it('is filled from ?url=, which starts no scan and is escaped', async () => {
    let scans = 0;
    api.onScan(async () => {
      scans += 1;
      throw new Error('no scan was requested');
    });
    const html = await (await api.get(`/?url=${encodeURIComponent('"><b>x')}`)).text();
    expect(html).toContain('value="&quot;&gt;&lt;b&gt;x"');
    expect(scans).toBe(0);
  });
});

describe('a report at its address', () => {
  const scan = async () => {
    const body = new URLSearchParams({ url: 'example.com' });
    const answer = await fetch(`${api.baseUrl}/scan`, { method: 'POST', body, redirect: 'manual' });
    const [path = '', cookie = ''] = ['location', 'set-cookie'].map((name) => answer.headers.get(name) ?? '');
    return { path, cookie: cookie.split(';', 1)[0] ?? '', attributes: cookie };
  };
  const destroy = (path: string, cookie: string) =>
    fetch(`${api.baseUrl}${path}/delete`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    });
  beforeAll(() => api.onScan(async () => REPORT));

  it('is a page with a title and a preview that is not indexed', async () => {
    const { path, attributes } = await scan();
    expect(path).toMatch(/^\/r\/[\w-]{24}$/);
    expect(attributes).toContain(`Path=${path}; Max-Age=`);
    expect(attributes).toMatch(/HttpOnly; SameSite=Strict$/);
    const answer = await api.get(path, page);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    const html = await answer.text();
    expect(html).toContain('name="robots" content="noindex"');
    expect(html).toMatch(/<title>Security report for [\w.]+ · Stockade<\/title>/);
    const picture = await api.get(/property="og:image" content="http:\/\/127\.0\.0\.1([^"]+)"/.exec(html)?.[1] ?? '');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    const png = Buffer.from(await picture.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(html).toMatch(/property="og:description" content="Grade [A-F]\+?, \d+ of 100, \d+ issues\."/);
  });

  it('shows that its grade is provisional, and shows hosts both in Unicode and in Punycode', async () => {
    const seen = { page: 'challenge', reason: 'A check of the visitor.' } as const;
    const url = 'https://xn--mnchen-3ya.example/';
    api.onScan(async () => ({ ...REPORT, url, final_url: url, provisional: true, seen }));
    const html = await (await api.get((await scan()).path, page)).text();
    api.onScan(async () => REPORT);
    expect(html).toMatch(/<h1[^>]*>Grade [A-F]\+?, \d+ of 100, provisional<\/h1>/);
    expect(html).toMatch(/property="og:description" content="Grade [A-F]\+?, \d+ of 100, provisional, \d+ issues\."/);
    expect(html).toContain(
      '<title>Security report for \u2068münchen.example\u2069 (xn--mnchen-3ya.example) · Stockade</title>',
    );
  });

  it('can be deleted by the browser that requested it, and by no other', async () => {
    const [mine, other] = [await scan(), await scan()];
    expect(await (await api.get(mine.path, page)).text()).not.toContain('/delete"');
    expect(await (await api.get(mine.path, { ...page, cookie: mine.cookie })).text()).toContain('/delete"');
    expect((await destroy(mine.path, other.cookie)).status).toBe(403);
    expect((await destroy(mine.path, '')).status).toBe(403);
    expect((await destroy(mine.path, mine.cookie)).status).toBe(303);
    const gone = await api.get(mine.path, page);
    expect([gone.status, gone.headers.get('content-type')]).toEqual([410, 'text/html; charset=utf-8']);
    expect((await api.get(`/r/${'x'.repeat(24)}`, page)).status).toBe(404);
  });
});

describe('a report that a token paid for', () => {
  const send = (url: string, credential: string, accept: string) =>
    fetch(`${api.baseUrl}/scan`, {
      method: 'POST',
      body: new URLSearchParams({ url, credential }),
      headers: { accept },
      redirect: 'manual',
    });

  it.each(['text/html', 'text/event-stream, text/html'])('is found again with the token: %s', async (accept) => {
    const { token } = await api.newToken('one_time');
    const path = (await send('example.com', token, page.accept)).headers.get('location') ?? '';
    const again = await (await send('elsewhere.example', token, accept)).text();
    expect(again).toContain('The token has been used');
    expect(again).toContain(`href=${accept === 'text/html' ? '"' : '\\"'}${path}`);
    const wrong = await (await send('example.com', `${token}x`, page.accept)).text();
    expect([wrong.includes('That did not work'), wrong.includes('/r/')]).toEqual([true, false]);
  });
});

describe('a scan as events', () => {
  const events = async (url = 'example.com') => {
    const answer = await fetch(`${api.baseUrl}/scan`, {
      method: 'POST',
      body: new URLSearchParams({ url }),
      headers: { accept: 'text/event-stream, text/html' },
    });
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    return [...(await answer.text()).matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, event, data = '']) => ({
      event,
      data: JSON.parse(data) as string,
    }));
  };

  it('ends with the report, which then belongs to this browser', async () => {
    api.onScan(async () => REPORT);
    const [done, ...more] = await events();
    expect([done?.event, more]).toEqual(['done', []]);
    const answer = await fetch(api.baseUrl + done?.data, { redirect: 'manual' });
    expect(answer.headers.get('location')).toMatch(/^\/r\/[\w-]{24}$/);
    expect(answer.headers.get('set-cookie')).toContain('HttpOnly; SameSite=Strict');
    const forged = await fetch(`${api.baseUrl}${done?.data.replace(/token=.*/, 'token=AAAA')}`, { redirect: 'manual' });
    expect([forged.status, forged.headers.get('set-cookie')]).toEqual([303, null]);
  });

  it('ends with a page that says why it failed and what to try next', async () => {
    api.onScan(async () => {
      throw new NetworkFault('refused', 'example.com refused the connection');
    });
    const [failed, ...more] = await events();
    expect([failed?.event, more]).toEqual(['failed', []]);
    expect(failed?.data).toContain('example.com refused the connection.');
    expect(failed?.data).toContain('href="/?url=http%3A%2F%2Fexample.com%2F"');
    // An address is shown as it is, even if it contains replacement patterns such as `$&`.
    const [odd] = await events('https://example.com/?a=$&$1');
    expect(odd?.data).toContain('Scan http://example.com/?a=$&amp;$1 instead');
    api.onScan(async () => REPORT);
  });
});

describe('for search engines', () => {
  it('robots.txt names a sitemap, whose addresses exist', async () => {
    const robots = await (await api.get('/robots.txt')).text();
    expect(robots).toMatch(/^User-agent: \*$/m);
    expect(robots).toContain('Sitemap: http://127.0.0.1/sitemap.xml');
    const sitemap = await (await api.get('/sitemap.xml')).text();
    const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
    expect(paths).toContain('/');
    expect(paths).toContain('/checks/headers/content-security-policy');
    // Only some of the check pages, which are all rendered alike.
    for (const path of paths.filter((path, n) => !path.startsWith('/checks/') || n % 12 === 0)) {
      const answer = await api.get(path, page);
      expect([path, answer.status]).toEqual([path, 200]);
      // Every page has the operator's service name; the command line, DNS records and User-Agent keep the product's.
      const html = await answer.text();
      const text = html.replaceAll(/Palisade\/\d/g, '');
      expect([path, text.includes('Palisade')]).toEqual([path, false]);
      // What search engines, messengers and tabs show.
      for (const part of [' · Stockade</title>', '"description"', '"canonical"', '"icon"', '"og:title"', '"og:url"'])
        expect([path, part, html.includes(part)]).toEqual([path, part, true]);
    }
  });
});
