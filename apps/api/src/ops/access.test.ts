import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asked, OPS_PATHS } from '../../test/ops-request.ts';
import { runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi();
});
afterAll(() => api[Symbol.asyncDispose]());

describe('without OPS_TOKEN', () => {
  it.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST',
    '127.0.0.1:3000',
    '127.9.9.9',
    '[::1]:3000',
    '[::ffff:127.0.0.1]',
  ])('Host %s is this machine', async (host) => {
    expect((await asked(api, '/ops/api/health', { host })).status).toBe(200);
    expect((await asked(api, '/metrics', { host })).status).toBe(200);
  });

  it.each([
    // A page whose name was rebound to 127.0.0.1 sends its own name.
    'rebound.example:3000',
    'localhost.rebound.example',
    '127.0.0.1.rebound.example',
    'localhost.',
    '2130706433',
    '0x7f.1',
    '0.0.0.0',
    '[::]',
    '10.0.0.1',
  ])('Host %j is not: 403 everywhere', async (host) => {
    for (const path of OPS_PATHS) {
      const { status, text } = await asked(api, path, { host });
      expect([path, status, JSON.parse(text)]).toEqual([
        path,
        403,
        { error: 'operations pages are available on this machine only: set OPS_TOKEN to allow access from elsewhere' },
      ]);
    }
  });

  it.each([
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-server',
    'forwarded',
    'x-real-ip',
    'via',
    'x-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'x-envoy-external-address',
    'fly-client-ip',
    'cdn-loop',
    'x-forward-for',
    'forwarded-for',
    'x-http-forwarded-for',
    'x-originating-ip',
    'x-original-uri',
    'x-scheme',
    'x-host',
    'x-amzn-trace-id',
    'x-arr-ssl',
    'x-varnish',
    'x-vercel-id',
    'x-nginx-proxy',
    'ssl-client-cert',
    'tailscale-user-login',
    'x-cloud-trace-context',
    'x-rewrite-url',
    'x-url-scheme',
    'x-request-start',
    'x-backend-host',
    'front-end-https',
    'surrogate-capability',
    'early-data',
    'x_forwarded_for',
    'remote-addr',
    'x-remote-address',
    'x-lb-client-ip',
    'x-real-scheme',
    'x-proto',
    'x-protocol',
    'x-port',
    'x-timer',
    'x-haproxy-server-state',
    'x-traefik-router',
    'ngrok-trace-id',
    'rndr-id',
    'max-forwards',
    'ali-cdn-real-ip',
    'eagleeye-connecting-ip',
    'edge-client-addr',
    'acme-forwarded-for',
    'x-akamai-edgescape',
    'x-tailscale-user',
    'x-http-destination-url',
    'x-http-host-override',
    'x-custom-ip-authorization',
    'x-remote-user',
    'remote-groups',
    'x-auth-request-email',
    'x-served-by',
    'x-cache',
    'x-gateway',
    'x-kong-request-id',
    'x-dest-port',
    'x-proxied-by',
    'x-sent-by-proxy',
    'x-load-balancer',
    'x-ingress',
    'x-realip',
    'x-enduser-ip',
    'source-ip',
    'x-ttc-via',
    'x-request-uri',
    'x-upstream',
    'base-url',
    'x-coming-from',
  ])('a request with %s came through a proxy: 403', async (name) => {
    for (const path of OPS_PATHS) expect((await asked(api, path, { [name]: '127.0.0.1' })).status).toBe(403);
  });

  it('takes no header that clients send for that of a proxy', async () => {
    const headers = {
      'user-agent': 'Prometheus/3.5.0',
      'x-prometheus-scrape-timeout-seconds': '10',
      'accept-encoding': 'gzip, zstd',
      'accept-language': 'en',
      authorization: 'Bearer x',
      cookie: 'a=b',
      dnt: '1',
      'if-none-match': '"x"',
      priority: 'u=0',
      'sec-ch-ua-platform': '"Linux"',
      'sec-fetch-dest': 'document',
      'sec-fetch-site': 'none',
      'sec-fetch-user': '?1',
      'sec-websocket-protocol': 'x',
      'upgrade-insecure-requests': '1',
      'x-csrf-token': 'x',
      'x-request-id': '1',
      'x-requested-with': 'XMLHttpRequest',
    };
    for (const path of OPS_PATHS) expect([path, (await asked(api, path, headers)).status]).toEqual([path, 200]);
  });

  it.each([
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['origin', 'http://localhost:1'],
    ['referer', 'https://evil.example/page'],
    // With `referrerpolicy=no-referrer` and no CORS, an image or a script of another site sends only this.
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
  ])('a request from another page (%s: %s) is refused', async (name, value) => {
    expect((await asked(api, '/ops/api/health', { [name]: value })).status).toBe(403);
  });
});

it('of two hosts, the one in the request line counts', async () => {
  const { port } = new URL(api.baseUrl);
  const asForm = (target: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`),
      );
      let answer = '';
      socket.on('data', (chunk) => (answer += String(chunk))).on('close', () => resolve(answer.slice(9, 12)));
    });
  for (const path of OPS_PATHS) expect(await asForm(`http://rebound.example${path}`)).toBe('403');
  expect(await asForm(`http://localhost:${port}/metrics`)).toBe('200');
});

describe('the job browser', () => {
  it('is read-only unless writing is enabled, and its errors have the usual shape', async () => {
    const put = (of: RunningApi, path: string) => fetch(of.baseUrl + path, { method: 'PUT' });
    const pause = '/ops/queues/api/queues/scan/pause';
    const refused = await put(api, pause);
    expect([refused.status, await refused.json()]).toEqual([405, { error: 'queue read only' }]);
    const unknown = await api.get('/ops/queues/api/queues/none/1');
    expect([unknown.status, await unknown.json()]).toEqual([404, { error: 'queue not found' }]);
    const nowhere = await api.get('/ops/queues/static/none.js');
    expect([nowhere.status, Object.keys((await nowhere.json()) as object)]).toEqual([404, ['error']]);
    const impossible = await api.get('/ops/queues/api/queues/scan/a%00b');
    expect([impossible.status, await impossible.json()]).toEqual([404, { error: 'there is no such job' }]);
    const typed = await fetch(`${api.baseUrl}/ops/queues/api/queues/scan/add`, { method: 'POST', body: 'x' });
    expect([typed.status, await typed.json()]).toEqual([415, { error: 'unsupported media type' }]);
    await using writable = await runningApi({ OPS_JOBS_WRITABLE: 'true' });
    expect((await put(writable, `${pause}?x=1`)).status).toBe(200);
    const trail = () => writable.db.auditEntry.findMany({ where: { action: 'ops.jobs' } });
    await expect
      .poll(async () => (await trail()).map(({ actor, detail }) => [actor, detail]))
      .toEqual([['operator:this machine', { method: 'PUT', path: pause }]]);
  });
});
