import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { SiteContent } from '@palisade/lab/site';
import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, found, openIn, startLab, type Lab } from '../../test/lab-browser.ts';

/** One address for each way; it counts every connection, with or without TLS. Outside the ranges of the lab's policy. */
const addressOf = (index: number): string => `127.66.13.${20 + index}`;
const PORT = 8443;

/** Ways out through newer APIs, each as a script with the address it uses. */
const WAYS: Readonly<Record<string, (at: string) => string>> = {
  fetchLater: (at) => `fetchLater('${at}/', { activateAfter: 0 })`,
  topics: (at) => `fetch('${at}/', { browsingTopics: true, mode: 'no-cors' })`,
  'topics of a frame': (at) => `add('iframe', { browsingtopics: '', src: '${at}/' })`,
  'attribution by picture': (at) => `add('img', { attributionsrc: '${at}/' })`,
  'attribution by fetch': (at) =>
    `fetch('${at}/', { mode: 'no-cors', attributionReporting: { eventSourceEligible: true, triggerEligible: false } })`,
  'shared storage': (at) => `sharedStorage.createWorklet('${at}/')`,
  'secure socket': (at) => `new WebSocket('${at.replace('https', 'wss')}/')`,
  'socket stream': (at) => `new WebSocketStream('${at.replace('https', 'wss')}/')`,
  'payment method': (at) =>
    `new PaymentRequest([{ supportedMethods: '${at}/pay' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment()`,
  'federated sign-in': (at) =>
    `navigator.credentials.get({ identity: { providers: [{ configURL: '${at}/c.json', clientId: '1', nonce: '1' }] } })`,
  'interest group': (at) =>
    `navigator.joinAdInterestGroup({ owner: '${at}', name: 'x', biddingLogicURL: '${at}/b.js', lifetimeMs: 9e6 })`,
  auction: (at) =>
    `navigator.runAdAuction({ seller: '${at}', decisionLogicURL: '${at}/d.js', interestGroupBuyers: ['${at}'] })`,
  'fenced frame': (at) => `add('fencedframe', {}).config = new FencedFrameConfig('${at}/')`,
  'rules to prefetch': (at) => `rules('prefetch', '${at}/')`,
  'rules to prerender': (at) => `rules('prerender', '${at}/')`,
  preconnect: (at) => `add('link', { rel: 'preconnect', href: '${at}/' })`,
  'preload by srcset': (at) => `add('link', { rel: 'preload', as: 'image', imagesrcset: '${at}/a.png 1x' })`,
  dictionary: (at) => `add('link', { rel: 'compression-dictionary', href: '${at}/', crossorigin: 'anonymous' })`,
  track: (at) => `video('<track default src="${at}/">')`,
  playlist: (at) => `add('video', { src: '${at}/a.m3u8', preload: 'auto' })`,
  cache: (at) => `caches.open('x').then((cache) => cache.add('${at}/'))`,
  'audio worklet': (at) => `new OfflineAudioContext(1, 1, 44100).audioWorklet.addModule('${at}/')`,
  'paint worklet': (at) => `CSS.paintWorklet.addModule('${at}/')`,
  'style module': (at) => `import('${at}/a.css', { with: { type: 'css' } })`,
  wasm: (at) => `WebAssembly.instantiateStreaming(fetch('${at}/', { mode: 'cors' }))`,
  'pop-up': (at) => `open('${at}/')`,
  'link to a new window': (at) => `add('a', { href: '${at}/', target: '_blank' }).click()`,
  'artwork of media': (at) =>
    `navigator.mediaSession.metadata = new MediaMetadata({ title: 'x', artwork: [{ src: '${at}/a.png', sizes: '96x96' }] })`,
  'image-set': (at) => `style('background-image', 'image-set("${at}/" 1x)')`,
  cursor: (at) => `style('cursor', 'url(${at}/a.png), auto')`,
  mask: (at) => `style('mask', 'url(${at}/a.svg#m)')`,
  'border image': (at) => `style('border', '9px solid'), style('border-image', 'url(${at}/) 1')`,
  'shape outside': (at) => `style('float', 'left'), style('shape-outside', 'url(${at}/)')`,
  'changed icon': (at) => `add('link', { rel: 'icon', href: '${at}/icon.png' })`,
  'web bundle': (at) =>
    `add('script', { type: 'webbundle' }).textContent = JSON.stringify({ source: '${at}/', resources: ['${at}/x'] })`,
  'blob address that refreshes': (at) =>
    `add('iframe', { src: URL.createObjectURL(new Blob(['<meta http-equiv=refresh content="0;url=${at}/">'], { type: 'text/html' })) })`,
};
const NAMES = Object.keys(WAYS);

/** The ways that an ordinary Chromium and its headless shell use in this very test; the others need a person, or are gone. */
const CONTROLLED: readonly string[] = [
  'attribution by fetch',
  'audio worklet',
  'border image',
  'by header',
  'cache',
  'cursor',
  'federated sign-in',
  'fetchLater',
  'image-set',
  'link to a new window',
  'mask',
  'paint worklet',
  'pop-up',
  'preload by srcset',
  'secure socket',
  'shape outside',
  'socket stream',
  'style module',
  'topics',
  'topics of a frame',
  'wasm',
  'web bundle',
];

const SCRIPT = `(async () => {
  const add = (name, attributes) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return document.body.appendChild(element);
  };
  const rules = (kind, url) => { add('script', { type: 'speculationrules' }).textContent = JSON.stringify({ [kind]: [{ urls: [url], eagerness: 'immediate' }] }); };
  const style = (name, value) => { const part = add('div', {}); part.textContent = 'x'; part.style.width = '9px'; part.style.setProperty(name, value); };
  const video = (inner) => { const part = add('video', { src: 'data:video/mp4,' }); part.innerHTML = inner; part.textTracks[0].mode = 'showing'; };
  const attempts = [${NAMES.map((name, index) => `async () => { ${WAYS[name]?.(`https://${addressOf(index)}:${PORT}`)} }`).join(',\n')}];
  for (const attempt of attempts) attempt().catch(() => 0);
})()`;

describe.skipIf(!browserOrSkip())('ways out through newer APIs', () => {
  let lab: Lab;
  let start: Server;
  const canaries: TcpServer[] = [];
  const connected = new Map<string, number>();
  /** Before the page's markup, and with it. */
  const links = (index: number): [string, string][] => [
    ['link', `<https://${addressOf(index)}:${PORT}>; rel=preconnect`],
    ['speculation-rules', `"https://${addressOf(index)}:${PORT}/rules.json"`],
  ];
  beforeAll(async () => {
    for (const [index, name] of [...NAMES, 'by header'].entries()) {
      const canary = createTcpServer((socket) => {
        connected.set(name, (connected.get(name) ?? 0) + 1);
        socket.on('error', () => undefined).end();
      });
      canary.listen(PORT, addressOf(index));
      await once(canary, 'listening');
      canaries.push(canary);
    }
    start = createServer((_request, answer) => {
      for (const [name, value] of links(NAMES.length)) answer.setHeader(name, value);
      answer.setHeader('content-type', 'text/html');
      answer.end('<!doctype html><title>t</title><body>');
    });
    start.listen(8080, addressOf(200));
    await once(start, 'listening');
    const content: SiteContent = {
      headers: [['content-type', 'text/html'], ...links(NAMES.length)],
      body: '<!doctype html><title>t</title><body>',
    };
    lab = await startLab({ sites: [{ host: 'page.test', https: content }] });
  });
  afterAll(async () => {
    await lab.close();
    start.closeAllConnections();
    for (const canary of [...canaries, start]) canary.close();
  });

  const tryAll = async (page: Page, url: string): Promise<void> => {
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    await page.evaluate(`void ${SCRIPT}`);
    await wait(4_000);
    await page.goto('about:blank');
    await wait(700);
  };

  it('reach nothing', { timeout: 60_000 }, async () => {
    const session = await openIn(lab, lab.url('page.test'));
    await tryAll(session.page, lab.url('page.test'));
    expect(session.refused().length).toBeGreaterThan(10);
    await session.close();
    expect([...connected]).toEqual([]);
  });

  it('would reach the canary in a browser without our guard and flags', { timeout: 60_000 }, async () => {
    if (!found) throw new Error('no browser');
    const browser = await chromium.launch({
      executablePath: found.executable,
      env: { ...process.env, ...found.env },
      args: ['--no-sandbox', '--disable-features=LocalNetworkAccessChecks', '--disable-popup-blocking'],
    });
    await tryAll(await browser.newPage(), `http://${addressOf(200)}:8080/`);
    await browser.close();
    expect(CONTROLLED.filter((way) => !connected.has(way))).toEqual([]);
  });
});
