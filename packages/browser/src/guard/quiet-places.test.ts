import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { SiteHandler } from '@palisade/lab/site';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openIn, startLab, type Lab } from '../../test/lab-browser.ts';
import { openUnguarded } from '../../test/unguarded-browser.ts';
import { placeFile, WAYS } from './places.fixture.ts';

/** One address for each way, which counts every connection and datagram. Outside the ranges of the lab's policy. */
const addressOf = (index: number): string => `127.66.16.${10 + index}`;
const PORT = 8443;
const NAMES = Object.keys(WAYS);

const SCRIPT = `(() => {
  const add = (name, attributes) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return document.body.appendChild(element);
  };
  const frame = (attributes) => add('iframe', attributes);
  const rules = (all) => { add('script', { type: 'speculationrules' }).textContent = JSON.stringify(all); };
  const importMap = (name, url) => { add('script', { type: 'importmap' }).textContent = JSON.stringify({ imports: { [name]: url } }); };
  const blob = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  for (const attempt of [${NAMES.map((name, index) => `async () => { await (${WAYS[name]?.(`https://${addressOf(index)}:${PORT}`)}) }`).join(',\n')}])
    attempt().catch(() => 0);
})()`;

/** An ordinary Chromium and its headless shell do not use them in this test: they need a person or a device, or are gone. */
const UNCONTROLLED: ReadonlySet<string> = new Set([
  'address in an attribute',
  'attached devices',
  'attribution by a window',
  'background sync',
  'credential of a wallet',
  'document of a transformation',
  'entity of a document',
  'fields to fill',
  'filter of a backdrop',
  'gradient of a vector',
  'icon for a home screen',
  'icon of a confirmed payment',
  'icon of a credential',
  'icons of a manifest',
  'import of a transformation',
  'language model',
  'link of a picture',
  'link of a script',
  'page that follows',
  'path of a motion',
  'path of a text',
  'portable document',
  'position on earth',
  'protected video',
  'recognized voice',
  'remote screen',
  'replaced picture',
  'rules for links',
  'rules to prefetch without traces',
  'rules to prerender until a script',
  'search description',
  'sign-in by a button',
  'sign-in that is ended',
  'state token',
  'storage of another site',
  'style of subtitles',
  'translation model',
  'view transition',
]);
const CONTROLLED = NAMES.filter((name) => !UNCONTROLLED.has(name));

describe.skipIf(!browserOrSkip())('ways out through services of the browser and odd places', () => {
  let lab: Lab;
  const reached = new Map<string, number>();
  const count = (name: string) => reached.set(name, (reached.get(name) ?? 0) + 1);
  const canaries: (Server | UdpSocket)[] = [];
  beforeAll(async () => {
    for (const [index, name] of NAMES.entries()) {
      const tcp = createServer((socket) => {
        count(name);
        socket.on('error', () => undefined).end();
      }).listen(PORT, addressOf(index));
      const udp = createSocket('udp4').on('message', () => count(name));
      udp.bind(PORT, addressOf(index));
      await Promise.all([tcp, udp].map((one) => once(one, 'listening')));
      canaries.push(tcp, udp);
    }
    const page: SiteHandler = ({ path: target }) =>
      placeFile(target) ?? {
        headers: [
          ['content-type', 'text/html'],
          // The browser asks again at once, with the hints.
          ['accept-ch', 'sec-ch-dpr, sec-ch-viewport-width, sec-ch-ua-arch'],
          ['critical-ch', 'sec-ch-dpr'],
        ],
        body: '<!doctype html><title>t</title><body>',
      };
    lab = await startLab({ sites: [{ host: 'page.test', https: page }] });
  });
  afterAll(async () => {
    await lab.close();
    for (const canary of canaries) canary.close();
  });

  const tryAll = async (page: Page, stayMs = 5_000): Promise<void> => {
    await page.goto(lab.url('page.test'), { waitUntil: 'domcontentloaded' });
    await page.evaluate(`void ${SCRIPT}`);
    await wait(stayMs);
    await page.goto('about:blank');
    await wait(500);
  };

  it('reach nothing', async () => {
    const session = await openIn(lab, lab.url('page.test'));
    await tryAll(session.page);
    const refused = session.refused();
    await session.close();
    expect([...reached]).toEqual([]);
    expect(refused.length).toBeGreaterThan(20);
    // Nor did it ask anyone else for voices, models or a position.
    expect(refused.filter(({ url }) => !new URL(url).hostname.startsWith('127.66.16.'))).toEqual([]);
    expect(lab.dns.queries.filter(({ name }) => !name.endsWith('.test'))).toEqual([]);
  });

  it('would reach the canaries in a browser without our guard and flags', { timeout: 120_000 }, async () => {
    const { browser, close } = await openUnguarded(lab, lab.site('page.test').address);
    const missing = (): string[] => CONTROLLED.filter((way) => !reached.has(way));
    // On a busy machine the slowest ways need longer.
    const page = await browser.newPage();
    for (const stayMs of [5_000, 15_000, 30_000])
      if (stayMs === 5_000 || missing().length > 0) await tryAll(page, stayMs);
    await close();
    expect(missing()).toEqual([]);
  });
});
