import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sharedCa } from '@palisade/lab/ca';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, found, startLab, type Lab } from '../../test/lab-browser.ts';
import { openUnguarded } from '../../test/unguarded-browser.ts';
import { openSession } from '../session.ts';

/** The page's server, which the lab's policy allows. */
const PAGE = '127.66.14.2';
/** One address for each way, which counts every connection and datagram. Outside the ranges of the lab's policy. */
const addressOf = (index: number): string => `127.66.15.${10 + index}`;
const PORT = 8443;
/** All addresses of this machine; the ports are free ones. */
const EVERYWHERE = ['0.0.0.0', '::'] as const;

/** Fields of an informational response, before the page. */
const EARLY: Readonly<Record<string, (at: string) => string>> = {
  'early preload': (at) => `<${at}/early.js>; rel=preload; as=script`,
  'early preconnect': (at) => `<${at}>; rel=preconnect`,
};
const HEADERS: Readonly<Record<string, (at: string) => [name: string, value: string]>> = {
  'alternative service': (at) => ['alt-svc', `h3="${at.slice('https://'.length)}"; ma=99, h2="${at.slice(8)}"; ma=99`],
  'module in a header': (at) => ['link', `<${at}/m.js>; rel=modulepreload`],
  'picture in a header': (at) => ['link', `<${at}/p.png>; rel=preload; as=image`],
  'prefetch in a header': (at) => ['link', `<${at}/next>; rel=prefetch; as=document`],
  'dictionary in a header': (at) => ['link', `<${at}/d>; rel=compression-dictionary`],
  'session registration': (at) => ['secure-session-registration', `(ES256);path="${at}/dbsc"`],
};
/** Responses to a frame or a style sheet of the page. */
const ANSWERS: Readonly<Record<string, (at: string) => Record<string, string>>> = {
  refresh: (at) => ({ refresh: `0;url=${at}/` }),
  location: (at) => ({ location: `${at}/` }),
  'download after a redirect': (at) => ({ location: `${at}/file`, 'content-disposition': 'attachment; filename=x' }),
  'link of a style sheet': (at) => ({ link: `<${at}/p.png>; rel=preload; as=image`, 'content-type': 'text/css' }),
};
const SCRIPTS: Readonly<Record<string, (at: string) => string>> = {
  'host candidate': (at) => ice(`udp 2122260223 ${new URL(at).hostname} ${PORT} typ host`),
  'candidate of a connection': (at) => ice(`tcp 1518280447 ${new URL(at).hostname} ${PORT} typ host tcptype passive`),
  'form to a new window': (at) => `form('${at}/form', '_blank')`,
  'form to a named window': (at) => `form('${at}/form', 'other')`,
  'window without opener': (at) => `open('${at}/', '', 'noopener')`,
  'request that outlives the page': (at) => `fetch('${at}/', { mode: 'no-cors', keepalive: true })`,
  'icon of a notification': (at) => `new Notification('x', { icon: '${at}/i.png' })`,
  'content index': (at) =>
    `navigator.serviceWorker.register('/service.js').then(() => navigator.serviceWorker.ready).then((one) => one.index.add({ id: 'x', url: '/', title: 'x', description: 'x', icons: [{ src: '${at}/i.png', sizes: '96x96', type: 'image/png' }] }))`,
  install: (at) => `navigator.install('${at}/')`,
  'style source': (at) => `style('background', 'src("${at}/"), cross-fade(url(${at}/a), url(${at}/b))')`,
  'synchronous request': (at) =>
    `new Promise(() => { const one = new XMLHttpRequest(); one.open('GET', '${at}/', false); one.send(); })`,
};
const NAMES = [EARLY, HEADERS, ANSWERS, SCRIPTS].flatMap((ways) => Object.keys(ways));
const at = (name: string): string => `https://${addressOf(NAMES.indexOf(name))}:${PORT}`;
const each = <T>(ways: Readonly<Record<string, (at: string) => T>>): [string, T][] =>
  Object.entries(ways).map(([name, way]) => [name, way(at(name))]);

/** A peer that never was: connectivity checks go to the address of its candidate. */
function ice(candidate: string): string {
  return `(async () => { const [a, b] = [new RTCPeerConnection(), new RTCPeerConnection()]; a.createDataChannel('x');
    await a.setLocalDescription(await a.createOffer()); await b.setRemoteDescription(a.localDescription);
    await b.setLocalDescription(await b.createAnswer()); await a.setRemoteDescription(b.localDescription);
    await a.addIceCandidate({ candidate: 'candidate:1 1 ${candidate}', sdpMid: '0', sdpMLineIndex: 0 }); })()`;
}

function scriptFor(ports: readonly number[]): string {
  const anywhere = ports.flatMap((port, index) => [
    `fetch('http://${index === 0 ? '0.0.0.0' : '[::]'}:${port}/', { mode: 'no-cors' })`,
    `new WebSocket('ws://${index === 0 ? '0.0.0.0' : '[::1]'}:${port}/')`,
    `fetch('http://${index === 0 ? '0' : '[::ffff:127.0.0.1]'}:${port}/', { mode: 'no-cors' })`,
    `fetch('http://sub.localhost:${port}/', { mode: 'no-cors' })`,
  ]);
  const frames = each(ANSWERS).map(([name]) => `add('${name}')`);
  return `(() => {
    const add = (name) => { const sheet = name.includes('sheet'); const part = document.createElement(sheet ? 'link' : 'iframe');
      Object.assign(part, sheet ? { rel: 'stylesheet', href: '/' + encodeURIComponent(name) } : { src: '/' + encodeURIComponent(name) }); document.body.append(part); };
    const form = (action, target) => { const part = document.createElement('form'); Object.assign(part, { action, target, method: 'post' }); document.body.append(part); part.submit(); };
    const style = (name, value) => { const part = document.createElement('div'); part.textContent = 'x'; document.body.append(part); part.style.setProperty(name, value); };
    const again = async () => { for (let n = 0; n < 4; n += 1) await fetch('/again?' + n); };
    for (const attempt of [${[...anywhere, ...frames, ...each(SCRIPTS).map(([, script]) => script), 'again()'].map((one) => `() => ${one}`).join(',\n')}])
      try { Promise.resolve(attempt()).catch(() => 0); } catch {}
  })()`;
}

/** The ways that an ordinary Chromium uses in this very test; the others are gone, or need a person. */
const CONTROLLED = ['everywhere 0.0.0.0', 'everywhere ::', ...NAMES.filter((name) => !/session|icon|index|install|vector|style/u.test(name))]; // prettier-ignore

describe.skipIf(!browserOrSkip())('ways out through headers, odd addresses and peers', () => {
  let lab: Lab;
  let server: Http2SecureServer;
  const reached = new Map<string, number>();
  const count = (name: string) => reached.set(name, (reached.get(name) ?? 0) + 1);
  const listening: (Server | UdpSocket)[] = [];
  const ports: number[] = [];
  const canary = async (name: string, address: string, port: number): Promise<Server> => {
    const tcp = createServer((socket) => {
      count(name);
      socket.on('error', () => undefined).end();
    });
    await once(tcp.listen(port, address), 'listening');
    listening.push(tcp);
    return tcp;
  };
  beforeAll(async () => {
    for (const [index, name] of NAMES.entries()) {
      await canary(name, addressOf(index), PORT);
      const udp = createSocket('udp4').on('message', () => count(name));
      udp.bind(PORT, addressOf(index));
      await once(udp, 'listening');
      listening.push(udp);
    }
    for (const address of EVERYWHERE)
      ports.push(((await canary(`everywhere ${address}`, address, 0)).address() as AddressInfo).port);
    const { key, chainPem } = await (await sharedCa()).issue({ names: ['page.test'] });
    server = createSecureServer({ key, cert: chainPem });
    const answerTo = async (stream: ServerHttp2Stream, asked: string): Promise<void> => {
      stream.on('error', () => undefined);
      const name = decodeURIComponent(asked.slice(1));
      const answer = ANSWERS[name]?.(at(name));
      if (answer) {
        stream.respond({ ':status': answer['location'] ? 302 : 200, 'content-type': 'text/html', ...answer });
      } else if (asked === '/service.js') {
        stream.respond({ 'content-type': 'text/javascript' });
      } else {
        if (asked === '/') {
          stream.additionalHeaders({ ':status': 103, link: each(EARLY).map(([, value]) => value) });
          // Hints that arrive together with the response come too late.
          await wait(300);
        }
        const fields = Map.groupBy(each(HEADERS), ([, [field]]) => field);
        const headers = [...fields].map(([field, all]) => [field, all.map(([, [, value]]) => value)] as const);
        if (!stream.destroyed) stream.respond({ 'content-type': 'text/html', ...Object.fromEntries(headers) });
      }
      stream.end(asked === '/' ? '<!doctype html><title>t</title><body>' : '');
    };
    server.on('stream', (stream, { ':path': asked = '' }) => void answerTo(stream, asked));
    await once(server.listen(PORT, PAGE), 'listening');
    lab = await startLab({ sites: [], allowCidrs: [`${PAGE}/32`], records: [`page.test A ${PAGE}`] });
  });
  afterAll(async () => {
    await lab.close();
    for (const one of [...listening, server]) one.close();
  });

  const tryAll = async (page: Page): Promise<void> => {
    await page.goto(`https://page.test:${PORT}/`, { waitUntil: 'domcontentloaded' });
    await page.evaluate(`void ${scriptFor(ports)}`);
    await wait(5_000);
    await page.goto('about:blank');
    await wait(500);
  };

  it('reach nothing', async () => {
    if (!found) throw new Error('no browser');
    const session = await openSession({
      browser: found,
      policy: { ...lab.policy, allowPorts: [...lab.policy.allowPorts, ...ports] },
      url: `https://page.test:${PORT}/`,
      budget: { wallMs: 60_000, cpuMs: 60_000 },
    });
    await tryAll(session.page);
    const refused = session.refused();
    await session.close();
    expect([...reached]).toEqual([]);
    expect(refused.length).toBeGreaterThan(10);
  });

  it('would reach the canaries in a browser without our guard and flags', async () => {
    const { browser, close } = await openUnguarded(lab, PAGE);
    await tryAll(await browser.newPage());
    await close();
    expect(CONTROLLED.filter((way) => !reached.has(way))).toEqual([]);
  });
});
