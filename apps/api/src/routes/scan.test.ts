import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomCredential } from '@palisade/access/credential-format';
import { applyClaims, claimSite, unclaimSite } from '@palisade/db/owned-sites';
import { FreeReport, oneTimeColumn, OneTimeReport } from '@palisade/report/columns';
import { NetworkFault } from '@palisade/scanner/errors';
import { REPORT, runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
let untrusting: RunningApi;
beforeAll(async () => {
  // The tests' own address acts as the reverse proxy, so each call can come from a different address.
  api = await runningApi({ TRUST_PROXY: '127.0.0.1/32' });
  untrusting = await runningApi();
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await untrusting[Symbol.asyncDispose]();
});
beforeEach(() => api.onScan(async () => REPORT));

let callers = 0;
const newAddress = () => `198.51.${Math.floor((callers += 1) / 250)}.${callers % 250}`;
const from = (address: string, headers: Record<string, string> = {}) => ({ 'x-forwarded-for': address, ...headers });
const scan = (body: object, headers: Record<string, string> = from(newAddress()), query = '') =>
  api.post(`/api/scan${query}`, { url: 'example.com', ...body }, headers);

describe('the free column', () => {
  it('omits cookies and cross_origin, and strips the fixes of headers and DNS to null', async () => {
    const answer = await scan({});
    expect(answer.status).toBe(200);
    const body = (await answer.json()) as object;
    expect(body).not.toHaveProperty('cookies');
    expect(body).not.toHaveProperty('cross_origin');
    const report = FreeReport.strict().parse(body);
    expect(report.pro_locked).toBe(true);
    expect(report.issue_counts).toEqual(REPORT.issue_counts);
    expect(Object.values(report.headers).length).toBeGreaterThan(0);
    expect(Object.values(report.headers).every((entry) => entry.fix === null)).toBe(true);
    expect(report.dns.checks.every((check) => check.fix === null)).toBe(true);
  });

  it('has the fixes with full=1 and a valid key, on the address’s quota', async () => {
    const { key, id } = await api.newKey();
    const answer = await scan({}, from(newAddress(), { 'x-api-key': key }), '?full=1');
    const report = FreeReport.strict().parse(await answer.json());
    expect(report.headers).toEqual(oneTimeColumn(REPORT).headers);
    expect(report.pro_locked).toBe(true);
    expect(await api.db.quotaCounter.count({ where: { subject: `key:${id}` } })).toBe(0);
  });

  it('has the browser section for a site with a verified owner, without its fixes', async () => {
    const [plain] = oneTimeColumn(REPORT).dns.checks;
    if (!plain) throw new Error('no check');
    const checks = [{ ...plain, id: 'browser/exposed-tokens', fix: 'move it' }];
    const browser = {
      looked: true,
      reason: null,
      product: null,
      pages: [],
      third_parties: [],
      screenshot: null,
      checks,
    };
    api.onScan(async () => ({ ...REPORT, browser }));
    const seen = async () => ((await (await scan({})).json()) as FreeReport).browser;
    expect(await seen()).toBeUndefined();
    const { host } = new URL(REPORT.url);
    const claim = await claimSite(api.db, 'owner@example.com', host);
    expect(await seen()).toBeUndefined();
    await applyClaims(api.db, host, { claims: [claim?.challenge ?? ''], complete: true });
    expect(await seen()).toEqual({ ...browser, checks: [{ ...plain, id: 'browser/exposed-tokens', fix: null }] });
    await unclaimSite(api.db, 'owner@example.com', claim?.id ?? '');
  });

  it.each([
    ['full=1 without a key: the plain report', '?full=1', {}, 200, true],
    ['full=1 with a bad key: 403', '?full=1', { 'x-api-key': randomCredential('key') }, 403, null],
    ['full=0 with a bad key: the key is not checked', '?full=0', { 'x-api-key': 'nonsense' }, 200, true],
    ['a bad key alone: likewise', '', { 'x-api-key': 'nonsense' }, 200, true],
  ])('%s', async (_what, query, headers, status, stripped) => {
    const answer = await scan({}, from(newAddress(), headers), query);
    expect(answer.status).toBe(status);
    if (stripped) {
      const report = FreeReport.parse(await answer.json());
      expect(Object.values(report.headers).every((entry) => entry.fix === null)).toBe(true);
    }
  });
});

describe('the free quota', () => {
  it('is reported in RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10)', async () => {
    const address = from(newAddress());
    const left = async (answer: Response) => [answer.status, answer.headers.get('ratelimit')?.replace(/;t=\d+$/, '')];
    const first = await scan({}, address);
    expect(first.headers.get('ratelimit-policy')).toBe('"free-scans";q=3;w=86400');
    const [, seconds] = /;t=(\d+)$/.exec(first.headers.get('ratelimit') ?? '') ?? [];
    const midnight = new Date(Date.now() + Number(seconds) * 1000);
    expect(Math.abs(midnight.getTime() - Math.round(midnight.getTime() / 86_400_000) * 86_400_000)).toBeLessThan(
      60_000,
    );
    expect(await left(first)).toEqual([200, '"free-scans";r=2']);
    api.onScan(() => Promise.reject(new NetworkFault('refused', 'nothing listens there')));
    expect(await left(await scan({}, address))).toEqual([502, '"free-scans";r=2']);
    api.onScan(async () => REPORT);
    await scan({}, address);
    expect(await left(await scan({}, address))).toEqual([200, '"free-scans";r=0']);
    expect(await left(await scan({}, address))).toEqual([429, '"free-scans";r=0']);
  });

  it('ends in 429 with the time of its reset', async () => {
    const address = newAddress();
    for (let round = 0; round < 3; round += 1) expect((await scan({}, from(address))).status).toBe(200);
    const answer = await scan({}, from(address));
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
    expect(await answer.json()).toEqual({
      error: expect.stringMatching(/free quota of 3 scans a day .* resets at \d{4}-\d\d-\d\dT00:00:00Z$/) as string,
    });
    expect((await scan({}, from(newAddress()))).status).toBe(200);
  });

  it('is shared within an IPv6 /64', async () => {
    const statuses = [];
    for (const host of ['1', '2:3:4:5', 'ffff:ffff:ffff:ffff', 'a']) {
      statuses.push((await scan({}, from(`2001:db8:7:7:${host.includes(':') ? host : `:${host}`}`))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await scan({}, from('2001:db8:7:8::1'))).status).toBe(200);
  });

  it('serves exactly 3 of 60 concurrent requests', async () => {
    const address = newAddress();
    const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await scan({}, from(address))).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(57);
  });

  it('is not used by scans that fail', async () => {
    const address = newAddress();
    api.onScan(() => Promise.reject(new NetworkFault('refused', 'connection refused')));
    for (let round = 0; round < 5; round += 1) expect((await scan({}, from(address))).status).toBe(502);
    api.onScan(async () => REPORT);
    expect((await scan({}, from(address))).status).toBe(200);
  });

  it('uses only the address that the trusted proxy itself saw', async () => {
    // The entries to its left are what the client sent.
    const address = newAddress();
    const statuses = [];
    for (let round = 0; round < 4; round += 1) {
      statuses.push((await scan({}, { 'x-forwarded-for': `${newAddress()}, ${address}` })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('is the same for all ports and spellings of an address, even behind proxies that add ports', async () => {
    const statuses = [];
    for (const entry of ['203.0.113.4:1000', '203.0.113.4:1001', '::ffff:203.0.113.4', '203.0.113.4']) {
      statuses.push((await scan({}, { 'x-forwarded-for': `${entry}, 127.0.0.1:5555` })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('is not changed by any header when no proxy is trusted', async () => {
    const statuses = [];
    for (const name of [
      'x-forwarded-for',
      'x-real-ip',
      'forwarded',
      'x-client-ip',
      'cf-connecting-ip',
      'true-client-ip',
    ]) {
      const value = name === 'forwarded' ? `for=${newAddress()}` : newAddress();
      statuses.push((await untrusting.post('/api/scan', { url: 'example.com' }, { [name]: value })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  });
});

describe('a one-time token', () => {
  it('buys one report in the Pro column with issue_counts, outside the free quota', async () => {
    const address = newAddress();
    for (let round = 0; round < 3; round += 1) await scan({}, from(address));
    const { token } = await api.newToken();
    const answer = await scan({ one_time_token: ` ${token}\n` }, from(address));
    expect(answer.status).toBe(200);
    const report = OneTimeReport.strict().parse(await answer.json());
    expect(report.pro_locked).toBe(false);
    expect(report.headers).toEqual(oneTimeColumn(REPORT).headers);
    const again = await scan({ one_time_token: token });
    expect([again.status, await again.json()]).toEqual([
      403,
      { error: 'the token has been used: it was valid for one report' },
    ]);
  });

  it('delivers exactly one report to 200 concurrent requests', async () => {
    const { token } = await api.newToken();
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const answer = await scan({ one_time_token: token });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 403)).toHaveLength(199);
  });

  it('survives a scan that fails', async () => {
    const { token } = await api.newToken();
    api.onScan(() => Promise.reject(new NetworkFault('dns', 'no such name')));
    expect((await scan({ one_time_token: token })).status).toBe(502);
    api.onScan(async () => REPORT);
    expect((await scan({ one_time_token: token })).status).toBe(200);
  });

  it.each([
    ['nonsense', 'nonsense'],
    ['an empty one', ''],
    ['an unknown one', randomCredential('one_time')],
    ['a compliance token', () => api.newToken('compliance').then(({ token }) => token)],
    ['an API key', () => api.newKey().then(({ key }) => key)],
    [
      'an expired one',
      async () => {
        const { token, source } = await api.newToken();
        await api.db.accessToken.update({ where: { source }, data: { expiresAt: new Date(Date.now() - 1) } });
        return token;
      },
    ],
  ])('%s is refused with 403 and never falls back to a free scan', async (_what, given) => {
    const token = typeof given === 'function' ? await given() : given;
    let scans = 0;
    api.onScan(async () => {
      scans += 1;
      return REPORT;
    });
    const answer = await scan({ one_time_token: token });
    expect(answer.status).toBe(403);
    expect(Object.keys((await answer.json()) as object)).toEqual(['error']);
    expect(scans).toBe(0);
  });

  it('must be a string', async () => {
    expect((await scan({ one_time_token: 5 })).status).toBe(400);
    expect((await scan({ one_time_token: null })).status).toBe(400);
  });

  it('appears in no log', async () => {
    const { token } = await api.newToken();
    await scan({ one_time_token: token });
    await scan({ one_time_token: `${token}${randomUUID()}` });
    expect(api.log()).toContain('/api/scan');
    expect(api.log()).not.toContain(token.slice(9, 40));
  });
});

it('has the ID and URL from the scanner’s report', async () => {
  const answer = await scan({});
  const body = (await answer.json()) as Record<string, unknown>;
  expect(body['scan_id']).toBe(REPORT.scan_id);
  expect(body['url']).toBe(REPORT.url);
});

describe('further pages in the form of the start page', () => {
  const send = (fields: Record<string, string>) =>
    fetch(`${api.baseUrl}/scan`, {
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...from(newAddress()) },
      body: new URLSearchParams({ url: 'https://shop.test', ...fields }),
    });

  it('are loaded in a paid scan', async () => {
    const { key } = await api.newKey();
    let pages: unknown;
    api.onScan(async (_url, { pages: asked }) => {
      pages = asked;
      return REPORT;
    });
    expect((await send({ credential: key, pages: '/pay\r\n\r\nshop.test/login' })).status).toBe(303);
    expect(pages).toEqual(['https://shop.test/pay', 'https://shop.test/login']);
    expect((await send({ pages: ' \r\n' })).status, 'a free scan with an empty field').toBe(303);
  });

  it.each([
    ['in a free scan', { pages: '/pay' }, 'enter your API key or token'],
    ['of another site', { credential: '$key', pages: 'https://other.test/' }, 'is not on the site'],
    ['more than five', { credential: '$key', pages: '/1 /2 /3 /4 /5 /6' }, 'at most 5 addresses or paths'],
  ])('%s: 400', async (_what, fields, words) => {
    const { key } = await api.newKey();
    const answer = await send('credential' in fields ? { ...fields, credential: key } : fields);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(words)]);
  });
});
