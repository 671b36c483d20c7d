/**
 * The weight of pages, and when they are usable on a slow phone: 150 ms a round trip, 1.6 Mbit/s down, 0.75 up,
 * and a processor four times as slow, in a real browser with an empty cache. `usable` is when the document is
 * parsed and its script has run, so every control works. The budget of the first page is 90 kB and 1.5 s. Each
 * page is opened five times; times are medians.
 */
import { startLab } from '@palisade/lab/lab';
import { openBrowser } from '../test/browser.ts';
import { startStack } from '../test/stack.ts';
import { figure, percentile, progress, rounded, table } from './print.ts';

const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWER = 4;
const TIMES = 5;

const lab = await startLab({ sites: [{ host: 'shop.test' }] });
const stack = await startStack({ env: { ...lab.env, FREE_SCANS_PER_DAY: '1000', LOG_LEVEL: 'error' } });
const answer = await fetch(new URL('/scan', stack.baseUrl), {
  method: 'POST',
  body: new URLSearchParams({ url: 'shop.test' }),
  redirect: 'manual',
});
const report = answer.headers.get('location') ?? '/';
const browser = await openBrowser();

for (const [page, at] of [
  ['start', '/'],
  ['report', report],
  ['checks', '/checks'],
  ['one check', '/checks/headers/content-security-policy'],
  ['leaderboard', '/leaderboard'],
  ['API reference', '/docs'],
] as const) {
  progress(page);
  const visits: Visit[] = [];
  for (let n = 0; n < TIMES; n += 1) visits.push(await visit(at));
  const median = (of: (one: Visit) => number) => percentile(visits.map(of), 0.5);
  figure({
    page,
    requests: median(({ requests }) => requests),
    kilobytes: rounded(median(({ bytes }) => bytes) / 1000),
    first_paint_s: rounded(median(({ paintMs }) => paintMs) / 1000, 2),
    usable_s: rounded(median(({ usableMs }) => usableMs) / 1000, 2),
  });
}
await browser.close();
await stack.stop();
table();
await lab.close();

interface Visit {
  requests: number;
  /** On the wire, header fields included. */
  bytes: number;
  paintMs: number;
  usableMs: number;
}

async function visit(at: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let [requests, bytes] = [0, 0];
  session.on('Network.requestWillBeSent', () => (requests += 1));
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(new URL(at, stack.baseUrl).href, { waitUntil: 'networkidle' });
  const times = await page.evaluate(() => ({
    paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    // Module scripts have run by then (HTML §13.2.7).
    usableMs: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).domContentLoadedEventEnd,
  }));
  await context.close();
  return { requests, bytes, ...times };
}
