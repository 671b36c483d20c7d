/**
 * The cost of a browser job: an ordinary page of 40 requests is loaded and its policies are tested, with a new
 * browser and profile for each job; BENCH_VISITS jobs (default 20; 500 show whether it stays constant). For
 * comparison, the same page is only loaded. Processor time includes the browser and the process that drives it.
 * Each browser of BENCH_BROWSERS (paths separated by commas) is measured; by default the one that scans use, and
 * the one from `npm run browser:install` if that is another.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser, INSTALLED, type FoundBrowser } from '@palisade/browser/find-browser';
import { visitSite } from '@palisade/browser/visit-site';
import { openSession, type OpenSession } from '@palisade/browser/session';
import { readScanConfig } from '@palisade/config/scan-config';
import { startLab } from '@palisade/lab/lab';
import { parseTarget } from '@palisade/scanner/parse-target';
import { policyFrom } from '@palisade/scanner/policy';
import { figure, percentile, progress, rounded, table } from './print.ts';

const VISITS = Number(process.env['BENCH_VISITS'] ?? 20);
const LOADS = Math.min(VISITS, 10);

type Field = [string, string];
const of = (type: string, body: string | Buffer) => ({
  headers: [
    ['content-type', type],
    ['cache-control', 'max-age=600'],
  ] satisfies Field[],
  body,
});

if (process.send && process.argv[2] === 'serve') {
  const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const script = (n: number) => `window.part${n} = ${JSON.stringify('x'.repeat(20_000))}.length;`;
  const range = (count: number) => Array.from({ length: count }, (_, n) => n);
  const files = {
    ...Object.fromEntries(range(4).map((n) => [`/style${n}.css`, of('text/css', `.a${n}{color:#${n}11}`.repeat(200))])),
    ...Object.fromEntries(range(6).map((n) => [`/app${n}.js`, of('text/javascript', script(n))])),
    ...Object.fromEntries(range(18).map((n) => [`/picture${n}.gif`, of('image/gif', picture)])),
    ...Object.fromEntries(range(3).map((n) => [`/data${n}.json`, of('application/json', '{}')])),
  };
  const third = {
    '/tag.js': of('text/javascript', `for (let n = 0; n < 4; n += 1) new Image().src = '/pixel.gif?' + n;`),
    ...Object.fromEntries(range(2).map((n) => [`/lib${n}-1.2.3.min.js`, of('text/javascript', script(10 + n))])),
    '/pixel.gif': of('image/gif', picture),
  };
  const body = `<!doctype html><title>Shop</title>
${range(4)
  .map((n) => `<link rel=stylesheet href=/style${n}.css>`)
  .join('')}<style>body{margin:0}</style>
<body><nav><button aria-expanded=false onclick="this.textContent='open'">Menu</button></nav>
${'<p class="a1">An ordinary paragraph of an ordinary page.</p>'.repeat(300)}
${range(18)
  .map((n) => `<img src=/picture${n}.gif width=20 height=20 alt="">`)
  .join('')}
${range(6)
  .map((n) => `<script src=/app${n}.js></script>`)
  .join('')}
${range(2)
  .map((n) => `<script src=https://cdn.test/lib${n}-1.2.3.min.js></script>`)
  .join('')}
<script async src=https://cdn.test/tag.js></script>
<script>for (let n = 0; n < 3; n += 1) fetch('/data' + n + '.json'); document.cookie = 'seen=1'</script>`;
  const lab = await startLab({
    sites: [
      { host: 'shop.test', https: { ...of('text/html', body), routes: files } },
      { host: 'cdn.test', https: { ...of('text/html', ''), routes: third } },
    ],
  });
  process.send({ env: lab.env, url: lab.url('shop.test') });
  process.once('disconnect', () => void lab.close().then(() => process.exit(0)));
} else {
  const browsers = await browsersHere();
  if (browsers.length === 0) {
    progress('not measured, there is no browser');
    process.exit(0);
  }
  const lab = fork(fileURLToPath(import.meta.url), ['serve']);
  const [{ env, url }] = (await once(lab, 'message')) as [{ env: NodeJS.ProcessEnv; url: string }];
  const policy = policyFrom(readScanConfig(env));
  const ownMs = () => (({ user, system }) => (user + system) / 1000)(process.cpuUsage());

  for (const browser of browsers) await measure(browser);
  table();
  lab.disconnect();

  async function measure(browser: FoundBrowser): Promise<void> {
    const loads: Cost[] = [];
    let [requests, name] = [0, ''];
    for (let n = 0; n < LOADS; n += 1) {
      const [started, own] = [performance.now(), ownMs()];
      const session = await openSession({ browser, policy, url });
      await session.page.goto(url, { waitUntil: 'networkidle' });
      const { cpuMs, peakBytes, requests: made } = session.spent();
      requests = made;
      name = await nameOf(session);
      loads.push({ ms: performance.now() - started, browserMs: cpuMs, driverMs: ownMs() - own, peakBytes });
      await session.close();
    }
    const visits: Cost[] = [];
    let [proven, failed] = [0, 0];
    const faults: string[] = [];
    for (let n = 0; n < VISITS; n += 1) {
      const [started, own] = [performance.now(), ownMs()];
      let spent: ReturnType<OpenSession['spent']> | undefined;
      const seen = await visitSite(
        { ...parseTarget(url, policy), pages: 0 },
        {
          browser,
          policy,
          signal: new AbortController().signal,
          onCost: (cost) => (spent = cost),
          onFault: (error) => faults.push(String(error)),
        },
      );
      if (!seen.ok || !spent) {
        failed += 1;
        progress(`visit ${n + 1} failed: ${faults.at(-1) ?? (seen.ok ? '' : seen.reason)}`);
        continue;
      }
      if (seen.value.pages[0]?.trials.some(({ header, proven }) => proven && header.startsWith('content'))) proven += 1;
      const { cpuMs, peakBytes } = spent;
      visits.push({ ms: performance.now() - started, browserMs: cpuMs, driverMs: ownMs() - own, peakBytes });
      if ((n + 1) % 50 === 0) {
        const most = Math.max(...visits.slice(-50).map((visit) => visit.peakBytes));
        progress(`${n + 1} visits, ${failed} failed, at most ${Math.round(most / 2 ** 20)} MB in the last fifty`);
      }
    }
    const row = (what: string, costs: readonly Cost[]) => {
      figure({
        browser: name,
        what,
        count: costs.length,
        seconds_p50: rounded(median(costs, ({ ms }) => ms) / 1000, 2),
        seconds_p95: rounded(
          percentile(
            costs.map(({ ms }) => ms),
            0.95,
          ) / 1000,
          2,
        ),
        browser_cpu_s: rounded(median(costs, ({ browserMs }) => browserMs) / 1000, 2),
        driver_cpu_s: rounded(median(costs, ({ driverMs }) => driverMs) / 1000, 2),
        most_mb: Math.round(Math.max(...costs.map(({ peakBytes }) => peakBytes)) / 2 ** 20),
      });
    };
    row('loaded', loads);
    row('visited, policies tested', visits);
    figure({ browser: name, what: 'visited, beyond loading', ...beyond(visits, loads) });
    const tenth = Math.max(1, Math.floor(VISITS / 10));
    row('the first tenth of the visits', visits.slice(0, tenth));
    row('the last tenth of the visits', visits.slice(-tenth));
    figure({
      browser: name,
      requests_of_the_page: requests,
      policies_proven: proven,
      looks_failed: failed,
      driver_mb: Math.round(process.memoryUsage().rss / 2 ** 20),
    });
  }
}

function median(costs: readonly Cost[], value: (cost: Cost) => number): number {
  return percentile(costs.map(value), 0.5);
}

/** What a visit costs in addition to loading the page, and how many times as much as that it costs in all. */
function beyond(visits: readonly Cost[], loads: readonly Cost[]) {
  const cpu = ({ browserMs, driverMs }: Cost) => browserMs + driverMs;
  return {
    seconds: rounded((median(visits, ({ ms }) => ms) - median(loads, ({ ms }) => ms)) / 1000, 2),
    cpu_s: rounded((median(visits, cpu) - median(loads, cpu)) / 1000, 2),
    cpu_ratio: rounded(median(visits, cpu) / median(loads, cpu), 2),
  };
}

/** The named browsers, or the one that scans use and the one from npm. */
async function browsersHere(): Promise<FoundBrowser[]> {
  const named = process.env['BENCH_BROWSERS']?.split(',') ?? ['auto', path.join(INSTALLED, 'chromium')];
  const found = await Promise.all(named.map((one) => findBrowser(one).catch(() => null)));
  const distinct = new Map(found.flatMap((one) => (one ? [[one.executable, one]] : [])));
  return [...distinct.values()];
}

/** A headless shell identifies itself as such; the full browser does not, with or without a window. */
async function nameOf({ cdp }: OpenSession): Promise<string> {
  const { product } = await cdp.send('Browser.getVersion');
  const [kind, version = ''] = product.split('/');
  return `${kind === 'HeadlessChrome' ? 'headless shell' : 'whole Chromium'} ${version}`;
}

interface Cost {
  ms: number;
  browserMs: number;
  driverMs: number;
  peakBytes: number;
}
