import { startLab, type Lab, type LabOptions } from '@palisade/lab/lab';
import type { SiteAnswer, SiteHandler } from '@palisade/lab/site';
import { afterEach, describe, expect, it } from 'vitest';
import { NetworkFault, TargetRefused } from '../errors.ts';
import { parseTarget } from '../parse-target.ts';
import type { GatherContext } from './context.ts';
import { gatherHttp } from './http.ts';
import { createEgress } from './net/create-egress.ts';
import { gatherPlainHttp } from './plain-http.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.close();
  lab = undefined;
});

async function open(options: LabOptions): Promise<Lab> {
  lab = await startLab({ ...options, sites: options.sites.map((site) => ({ httpsPort: 0, httpPort: 0, ...site })) });
  return lab;
}

async function within<T>(url: string, policy: Lab['policy'], work: (context: GatherContext) => Promise<T>): Promise<T> {
  const egress = createEgress(policy);
  try {
    return await work({ target: parseTarget(url, policy), egress, signal: AbortSignal.timeout(10_000) });
  } finally {
    egress.close();
  }
}

const HTML: [string, string][] = [['Content-Type', 'text/html']];

describe('the page', () => {
  it('is followed to its end and read', async () => {
    const { policy, url } = await open({
      sites: [
        {
          host: 'site.test',
          https: {
            headers: HTML,
            body: '<p>hi</p>',
            routes: { '/': { status: 301, headers: [['Location', '/en/']] } },
          },
        },
      ],
    });
    const { http, page } = await within(url('site.test'), policy, gatherHttp);
    expect(http).toMatchObject({
      ok: true,
      value: {
        end: 'answered',
        hops: [
          { status: 301, location: url('site.test', '/en/') },
          { status: 200, location: null },
        ],
        body: { bytes: 9, truncated: false, content_type: 'text/html' },
      },
    });
    expect(page.ok).toBe(true);
  });

  it.each([
    [{ headers: [['Content-Type', 'application/json']], body: '{}' }, false],
    [{ headers: [['Content-Type', 'application/xhtml+xml']], body: '<html/>' }, true],
    [{ body: '\n <!doctype html><p>x' }, true],
    [{ body: 'plain text' }, false],
    [{ status: 404, headers: HTML, body: '<p>gone' }, true],
    // Nothing to look at: "scripts load over https" would be true of nothing.
    [{ status: 204 }, false],
    [{ headers: HTML, body: '' }, false],
    [{ status: 404, headers: HTML, body: '' }, true],
    [{ headers: [...HTML, ['Content-Encoding', 'gzip']], body: 'not gzip' }, false],
  ] as const)('%j has a page: %s', async (answer, expected) => {
    const { policy, url } = await open({ sites: [{ host: 'site.test', https: answer }] });
    const { http, page } = await within(url('site.test'), policy, gatherHttp);
    expect([http.ok, page.ok]).toEqual([true, expected]);
  });

  it('an unreachable site is a fault with its cause', async () => {
    const { policy, url } = await open({
      sites: [
        // Asks for a certificate of ours in TLS 1.2, and ends the handshake without one.
        { host: 'mutual.test', tls: { requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' } },
        { host: 'hangup.test', https: () => ({ hangUp: true }) },
        { host: 'moved.test', https: () => ({ status: 301, headers: [['Location', 'https://gone.test/']] }) },
      ],
      records: ['gone.test TXT "no address"'],
    });
    const fault = async (target: string): Promise<NetworkFault> => {
      const error: unknown = await within(target, policy, gatherHttp).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(NetworkFault);
      return error as NetworkFault;
    };
    expect((await fault(url('hangup.test'))).code).toBe('reset');
    expect((await fault(url('mutual.test'))).code).toBe('tls');
    expect(await fault(url('moved.test'))).toMatchObject({
      code: 'dns',
      message: expect.stringContaining('redirects to') as string,
    });
  });

  it('whose certificate no browser accepts is read all the same', async () => {
    const { policy, url } = await open({
      sites: [{ host: 'site.test', certificate: { names: ['other.test'], notAfter: new Date(Date.now() - 1000) } }],
    });
    expect((await within(url('site.test'), { ...policy, extraCa: policy.extraCa }, gatherHttp)).http.ok).toBe(true);
  });
});

describe('the plain-http hop', () => {
  /** As `gather` does: the page is fetched at the same time, and the one that ends first does not end the other. */
  const plainAndPage = async (context: GatherContext, port: number) => {
    const page = gatherHttp(context);
    const [plainHttp] = await Promise.all([gatherPlainHttp(context, page, port), page]);
    return plainHttp;
  };
  const plain = (host: string): Promise<Awaited<ReturnType<typeof gatherPlainHttp>>> => {
    if (!lab) throw new Error('no lab');
    const { policy, url, site } = lab;
    return within(url(host), policy, (context) => plainAndPage(context, site(host).httpPort));
  };

  it('continues with the chain of the page where they meet, and requests nothing twice', async () => {
    const { site } = await open({ sites: [{ host: 'site.test', https: () => ({ body: 'x' }) }] });
    const result = await plain('site.test');
    expect(result).toMatchObject({ ok: true, value: { end: 'answered', hops: [{ status: 301 }, { status: 200 }] } });
    expect(
      site('site.test')
        .requests.map(({ secure }) => secure)
        .toSorted(),
    ).toEqual([false, true]);
  });

  it.each([
    ['a page of its own', { body: 'hello' }, { ok: true, value: { end: 'answered', hops: [{ status: 200 }] } }],
    ['hanging up', 'close', { ok: false, code: 'reset', blame: 'site' }],
    [
      'a redirect to a host that is not there',
      { status: 302, headers: [['Location', 'http://nowhere.test/']] },
      { ok: true, value: { end: 'no_answer', hops: [{ status: 302, location: 'http://nowhere.test/' }] } },
    ],
    [
      'a redirect to a port of no business of ours',
      { status: 302, headers: [['Location', 'http://site.test:25/']] },
      { ok: true, value: { end: 'not_followed', hops: [{ status: 302 }] } },
    ],
  ] as const)('%s', async (_, http, expected) => {
    await open({ sites: [{ host: 'site.test', https: () => ({ body: 'x' }), http }] });
    expect(await plain('site.test')).toMatchObject(expected);
  });

  it('a closed port is missing evidence; a port outside the policy is a limit of ours', async () => {
    const { policy, url } = await open({ sites: [{ host: 'site.test', http: 'none' }] });
    const ask = (port: number, allowPorts = policy.allowPorts) =>
      within(url('site.test'), { ...policy, allowPorts }, (context) => plainAndPage(context, port));
    // Nothing in the lab listens on port 7 of a site's address.
    expect(await ask(7, [...policy.allowPorts, 7])).toMatchObject({ ok: false, code: 'refused', blame: 'site' });
    expect(await ask(7)).toMatchObject({ ok: false, code: 'blocked', blame: 'us' });
  });

  it('that leads to a private place ends the scan', async () => {
    await open({
      sites: [{ host: 'site.test', http: { status: 302, headers: [['Location', 'http://169.254.169.254/']] } }],
    });
    await expect(plain('site.test')).rejects.toThrow(TargetRefused);
  });
});

describe('a page with a refresh', () => {
  const refresh = (content: string): string => `<meta http-equiv="refresh" content="${content}"><p>one moment</p>`;
  const site = (
    routes: Record<string, SiteHandler | { headers?: [string, string][]; body?: string; status?: number }>,
  ) =>
    open({
      sites: [
        {
          host: 'site.test',
          https: {
            headers: HTML,
            body: '<title>Start</title><p>hi</p>',
            routes: Object.fromEntries(
              Object.entries(routes).map(([path, route]) => [
                path,
                typeof route === 'function' ? route : { ...route, headers: [...HTML, ...(route.headers ?? [])] },
              ]),
            ),
          },
        },
      ],
    });
  const titleOf = async (lab: Lab): Promise<[unknown, number]> => {
    const { http, page } = await within(lab.url('site.test'), lab.policy, gatherHttp);
    return [page.ok && page.value.title, http.ok ? http.value.hops.length : 0];
  };

  it('by an element', async () => {
    expect(await titleOf(await site({ '/': { body: refresh('3;url=/start') } }))).toEqual(['Start', 2]);
  });

  it('by a header field', async () => {
    const opened = await site({ '/': { headers: [['Refresh', '0; url=/start']], body: '<title>Gate</title>' } });
    expect(await titleOf(opened)).toEqual(['Start', 2]);
  });

  it('by a redirect after it, and back with a cookie', async () => {
    const opened = await site({
      '/': { headers: [['Set-Cookie', 'ok=1']], body: refresh('0;url=/go') },
      '/go': { status: 302, headers: [['Location', '/start']] },
    });
    expect(await titleOf(opened)).toEqual(['Start', 3]);
  });

  it('without a URL, if the page has set a cookie', async () => {
    const opened = await site({
      '/': ({ headers }) =>
        headers.some(([name]) => name.toLowerCase() === 'cookie')
          ? { headers: HTML, body: '<title>Start</title>' }
          : { headers: [...HTML, ['Set-Cookie', 'ok=1']], body: refresh('0') },
    });
    expect(await titleOf(opened)).toEqual(['Start', 2]);
  });

  it.each([
    ['after a time in which one reads', { '/': { body: `<title>News</title>${refresh('300;url=/start')}` } }],
    ['to itself', { '/': { body: `<title>News</title>${refresh('0;url=/')}` } }],
    ['to itself without a URL', { '/': { body: `<title>News</title>${refresh('0')}` } }],
    [
      'to itself by a page to read, which sets a new cookie each time',
      {
        '/': (): SiteAnswer => ({
          headers: [...HTML, ['Set-Cookie', `at=${process.hrtime.bigint()}`]],
          body: `<title>News</title>${refresh('5')}${'All systems work. '.repeat(20)}`,
        }),
      },
    ],
    ['to a private place', { '/': { body: `<title>News</title>${refresh('0;url=http://10.0.0.1/')}` } }],
    [
      'to a name that does not exist',
      { '/': { body: `<title>News</title>${refresh('0;url=https://nowhere.test/')}` } },
    ],
    ['where scripts are off', { '/': { body: `<title>News</title><noscript>${refresh('0;url=/start')}</noscript>` } }],
  ])('is not followed %s', async (_what, routes) => {
    expect(await titleOf(await site(routes))).toEqual(['News', 1]);
  });

  it('at most three times', async () => {
    const routes = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [
        index === 0 ? '/' : `/${index}`,
        { body: `<title>${index}</title>${refresh(`0;url=/${index + 1}`)}` },
      ]),
    );
    expect(await titleOf(await site(routes))).toEqual(['3', 4]);
  });
});

it('a response that browsers save as a file has no page', async () => {
  const headers: [string, string][] = [...HTML, ['Content-Disposition', 'attachment; filename="export.html"']];
  const { policy, url } = await open({
    sites: [{ host: 'site.test', https: { headers, body: '<form><input type=password>' } }],
  });
  const { http, page } = await within(url('site.test'), policy, gatherHttp);
  expect(http).toMatchObject({ ok: true, value: { end: 'answered' } });
  expect(page).toMatchObject({ ok: false, blame: 'site', code: 'not_applicable' });
});
