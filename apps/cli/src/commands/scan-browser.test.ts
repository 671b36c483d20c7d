import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from '@palisade/browser/find-browser';
import { startLab, type Lab } from '@palisade/lab/lab';
import { Evidence } from '@palisade/scanner/evidence';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runPalisade } from '../test/run-palisade.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const found = await findBrowser('auto');
if (!found && process.env['CI']) throw new Error('chromium is missing and CI allows no skip');
if (!found) console.log('skipped: needs a browser (Debian: apt-get install chromium)');

let lab: Lab;
let folder: string;
let script = 'window.pay=1';
beforeAll(async () => {
  const page = { headers: [['content-type', 'text/html']] satisfies [string, string][], body: '<h1>Page</h1>' };
  lab = await startLab({
    sites: [
      {
        host: 'plain.test',
        https: {
          ...page,
          routes: {
            '/cart': page,
            '/pay': {
              ...page,
              body: '<form><input autocomplete=cc-number name=n></form><script src=/pay.js></script>',
            },
            '/pay.js': () => ({ headers: [['content-type', 'text/javascript']], body: script }),
            '/leave': () => ({ status: 302, headers: [['location', lab.url('other.test')]], body: '' }),
          },
        },
      },
      { host: 'other.test', https: page },
    ],
  });
  for (const [name, value] of Object.entries(lab.env)) vi.stubEnv(name, value);
  folder = await mkdtemp(path.join(tmpdir(), 'palisade-cli-'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await lab.close();
  await rm(folder, { recursive: true, force: true });
});

async function browserPart(...args: string[]) {
  const file = path.join(folder, 'evidence.json');
  const { status, err } = await runPalisade(['scan', lab.url('plain.test'), '--save', file, ...args]);
  expect(status, err).toBe(0);
  return { part: Evidence.parse(JSON.parse(await readFile(file, 'utf8'))).browser, err };
}

describe.skipIf(!found)('--browser', () => {
  it('adds what a real browser saw', { timeout: 120_000 }, async () => {
    const { part } = await browserPart('--browser');
    expect(part).toMatchObject({ ok: true, value: { pages: [{ status: 200, url: lab.url('plain.test') }] } });
  });

  it('accepts paths, loads each page once, and says what is left out', { timeout: 120_000 }, async () => {
    const { part } = await browserPart('--browser', '--pages', '/cart,/cart#top,/leave');
    const urls = part?.ok ? part.value.pages.map(({ url }) => url) : [];
    expect(urls).toEqual([lab.url('plain.test'), new URL('/cart', lab.url('plain.test')).href]);
    expect(part?.ok && part.value.cut).toMatch(/^left out: \/leave leads to other\.test(?::\d+)?, another site$/u);
  });
});

describe('a browser that does not start', () => {
  it('still gives a report that says so, as text, JSON and HTML', async () => {
    vi.stubEnv('SCAN_BROWSER', '/bin/false');
    try {
      const scan = (...args: string[]) => runPalisade(['scan', lab.url('plain.test'), '--browser', ...args]);
      const text = await scan();
      expect(text.out.replaceAll(/\s+/gu, ' ')).toMatch(
        /\(provisional\).*Provisional: The browser part could not be assessed: the browser could not be started\. The grade covers everything else\./u,
      );
      expect(text.out).toMatch(/not assessed: the browser could not be started/u);
      const data = JSON.parse((await scan('--json')).out) as Record<string, unknown>;
      expect(data).toMatchObject({ provisional: true, browser: { looked: false, pages: [], third_parties: [] } });
      expect((await scan('--format', 'html')).out).toMatch(/Provisional:.*could not be started/su);
      // The grade is the same without a browser, so gates apply to it.
      const gate = await scan('--fail-under', 'A+');
      expect(gate).toMatchObject({ status: 1, err: expect.stringContaining('--fail-under A+') as string });
    } finally {
      vi.stubEnv('SCAN_BROWSER', undefined);
    }
  });
});

describe('the recipe for payment pages', () => {
  const recipe = path.join(ROOT, 'recipes/payment-pages.sh');
  /** A machine on which `npx palisade` runs this command line. */
  const run = async (args: readonly string[], env: Record<string, string> = {}) => {
    const bin = path.join(folder, 'bin');
    await mkdir(bin, { recursive: true });
    const npx = `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${path.join(ROOT, 'apps/cli/src/main.mjs')}" "$@"\n`;
    await writeFile(path.join(bin, 'npx'), npx, { mode: 0o755 });
    const PATH = `${bin}:${path.dirname(process.execPath)}:/usr/bin:/bin`;
    const { NODE_COMPILE_CACHE = '' } = process.env;
    const child = spawn('bash', [recipe, ...args], { env: { ...lab.env, NODE_COMPILE_CACHE, PATH, ...env } });
    let err = '';
    child.stderr.on('data', (text: Buffer) => (err += text.toString()));
    const [status] = (await once(child, 'close')) as [number];
    return { status, err };
  };

  it('approves nothing without a browser', async () => {
    const to = path.join(folder, 'unseen');
    expect(await run([lab.url('plain.test'), to, '/cart'], { SCAN_BROWSER: 'off' })).toMatchObject({
      status: 3,
      err: expect.stringContaining('no browser visited') as string,
    });
    expect(await readdir(to)).toEqual(['latest.json']);
    expect(await run([lab.url('plain.test')])).toMatchObject({ status: 2 });
  });

  it.skipIf(!found)('exits with 1 if a script of a payment page changed', { timeout: 180_000 }, async () => {
    // A retry starts over.
    const to = await mkdtemp(path.join(folder, 'seen-'));
    script = 'window.pay=1';
    expect(await run([lab.url('plain.test'), to, '/pay'])).toMatchObject({ status: 0 });
    expect(await readdir(to)).toEqual(['approved.json', 'latest.json']);
    script = 'window.changed=1';
    expect(await run([lab.url('plain.test'), to, '/pay'])).toMatchObject({
      status: 1,
      err: expect.stringMatching(/script \S+\/pay\.js on \/pay/u) as string,
    });
  });
});

it('refuses pages of another site', async () => {
  const run = await runPalisade(['scan', lab.url('plain.test'), '--browser', '--pages', 'https://other.test/a']);
  expect(run).toMatchObject({
    status: 3,
    err: expect.stringContaining('other.test is not on the site of the URL') as string,
  });
});

it('is not assessed without a browser, and says so', async () => {
  vi.stubEnv('SCAN_BROWSER', 'off');
  const { part, err } = await browserPart('--browser');
  expect(part).toMatchObject({ ok: false, blame: 'us', reason: 'SCAN_BROWSER is off' });
  expect(err).toContain('not assessed');
  vi.stubEnv('SCAN_BROWSER', 'auto');
});

it.each([
  [['--pages', '2'], /add --browser/],
  [['--browser', '--pages', '9'], /0 to 5/],
  [['--browser', '--pages', 'ftp://a.test/'], /not "ftp:/],
])('%j is refused', async (args, message) => {
  expect(await runPalisade(['scan', 'a.test', ...args])).toMatchObject({
    status: 2,
    err: expect.stringMatching(message) as string,
  });
});
