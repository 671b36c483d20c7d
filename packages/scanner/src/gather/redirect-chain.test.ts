import { startLab, type Lab } from '@palisade/lab/lab';
import type { SiteHandler } from '@palisade/lab/site';
import { afterEach, describe, expect, it } from 'vitest';
import { createEgress } from './net/create-egress.ts';
import { followRedirects, MAX_REDIRECTS, type Chain } from './redirect-chain.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.close();
  lab = undefined;
});

async function follow(handler: SiteHandler, path = '/'): Promise<Chain> {
  lab = await startLab({ sites: [{ host: 'site.test', https: handler, http: 'none', httpsPort: 0 }] });
  const egress = createEgress(lab.policy);
  try {
    const signal = AbortSignal.timeout(10_000);
    return await followRedirects(lab.url('site.test', path), { egress, signal, maxBodyBytes: 1000 });
  } finally {
    egress.close();
  }
}

const to = (location: string, ...more: [string, string][]) => ({
  status: 302,
  headers: [['Location', location], ...more] as [string, string][],
});
const page = { headers: [['Content-Type', 'text/html']] as [string, string][], body: 'hello' };

describe('Location', () => {
  it.each([
    ['/next', '/next'],
    ['next', '/a/next'],
    ['?q=1', '/a/?q=1'],
    ['/caf\u00c3\u00a9', '/caf%C3%A9'],
    ['/a b', '/a%20b'],
    ['/x#part', '/x'],
  ])('%s leads to %s', async (location, path) => {
    const { hops, end } = await follow((request) => (request.path === '/a/' ? to(location) : page), '/a/');
    expect(end).toBe('answered');
    expect(new URL(hops[1]?.url ?? '').href).toBe(new URL(path, hops[0]?.url).href);
    expect(lab?.site('site.test').requests[1]?.path).toBe(path);
  });

  it.each([
    ['http://['],
    ['https://site.test:99999/'],
    ['http://256.1.1.1/'],
    ['javascript:alert(1)'],
    ['mailto:a@b.test'],
  ])('%s leads nowhere, and the answer that carries it is the last', async (location) => {
    const { hops, end } = await follow(() => to(location));
    expect([hops.length, end, hops[0]?.location]).toEqual([1, 'bad_location', null]);
  });

  it('two equal Location fields count as one, two different ones as none', async () => {
    const same = await follow(({ path }) => (path === '/' ? to('/x', ['Location', '/x']) : page));
    expect(same.end).toBe('answered');
    await lab?.close();
    expect((await follow(() => to('/x', ['Location', '/y']))).end).toBe('bad_location');
  });

  it.each([
    [300, '/x'],
    [304, '/x'],
    [201, '/x'],
    [200, '/x'],
  ])('status %i is no redirect', async (status, location) => {
    const { hops, end } = await follow(() => ({ status, headers: [['Location', location]] }));
    expect([hops.length, end, hops[0]?.location]).toEqual([1, 'answered', null]);
  });

  it('a redirect without Location is an answer', async () => {
    const { end, last } = await follow(() => ({ status: 302, body: 'where to?' }));
    expect([end, last?.body.toString()]).toEqual(['answered', 'where to?']);
  });
});

describe('chains that do not end', () => {
  it('a loop is recognized on its second round', async () => {
    const { hops, end } = await follow(({ path }) => to(path === '/a' ? '/b' : '/a'));
    expect([hops.map(({ url }) => new URL(url).pathname), end]).toEqual([['/', '/a', '/b'], 'loop']);
  });

  it(`a thousand hops are given up after ${MAX_REDIRECTS}`, async () => {
    const { hops, end } = await follow(({ path }) => to(`/${Number(path.slice(1)) + 1}`));
    expect([hops.length, end]).toEqual([MAX_REDIRECTS + 1, 'too_many_redirects']);
    expect(lab?.site('site.test').requests.length).toBe(MAX_REDIRECTS + 1);
  });
});

describe('cookies of a chain', () => {
  const cookieOf = (headers: readonly (readonly [string, string])[]): string =>
    headers.find(([name]) => name === 'Cookie')?.[1] ?? '';

  it('are sent back, so that a cookie wall does not become a loop', async () => {
    const { hops, end } = await follow(({ headers }) =>
      cookieOf(headers) === 'seen=1; b=2'
        ? page
        : to('/', ['Set-Cookie', 'seen=1; Path=/; Secure'], ['Set-Cookie', 'b=2']),
    );
    expect([hops.length, end]).toEqual([2, 'answered']);
  });

  it('that change every time do not prolong a chain', async () => {
    let n = 0;
    const { hops, end } = await follow(() => to('/', ['Set-Cookie', `n=${(n += 1)}`]));
    expect([hops.length, end]).toEqual([MAX_REDIRECTS + 1, 'too_many_redirects']);
  });

  it('are not carried to another host, and hostile ones are not sent back', async () => {
    lab = await startLab({
      sites: [
        { host: 'b.test', https: () => page, http: 'none', httpsPort: 0 },
        {
          host: 'a.test',
          http: 'none',
          httpsPort: 0,
          https: () => to(lab?.url('b.test') ?? '', ['Set-Cookie', 'a=1']),
        },
        {
          host: 'c.test',
          http: 'none',
          httpsPort: 0,
          https: ({ path }) =>
            path === '/' ? to('/2', ['Set-Cookie', 'x=\u00e9'], ['Set-Cookie', '=y'], ['Set-Cookie', 'a b=c']) : page,
        },
      ],
    });
    const egress = createEgress(lab.policy);
    for (const host of ['a.test', 'c.test']) {
      await followRedirects(lab.url(host), { egress, signal: AbortSignal.timeout(10_000), maxBodyBytes: 0 });
    }
    egress.close();
    for (const host of ['a.test', 'b.test', 'c.test']) {
      expect(
        lab
          .site(host)
          .requests.map(({ headers }) => cookieOf(headers))
          .join(''),
      ).toBe('');
    }
  });
});
