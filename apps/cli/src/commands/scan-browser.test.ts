import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser } from '@palisade/browser/find-browser';
import { startLab, type Lab } from '@palisade/lab/lab';
import { Evidence } from '@palisade/scanner/evidence';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runPalisade } from '../test/run-palisade.ts';

const found = await findBrowser('auto');
if (!found && process.env['CI']) throw new Error('chromium is missing and CI allows no skip');
if (!found) console.log('skipped: needs a browser (Debian: apt-get install chromium)');

let lab: Lab;
let folder: string;
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

  it('takes paths, each page once, and says what is left out', { timeout: 120_000 }, async () => {
    const { part } = await browserPart('--browser', '--pages', '/cart,/cart#top,/leave');
    const urls = part?.ok ? part.value.pages.map(({ url }) => url) : [];
    expect(urls).toEqual([lab.url('plain.test'), new URL('/cart', lab.url('plain.test')).href]);
    expect(part?.ok && part.value.cut).toMatch(/^left out: \/leave leads to other\.test(?::\d+)?, another site$/u);
  });
});

it('refuses pages of another site', async () => {
  const run = await runPalisade(['scan', lab.url('plain.test'), '--browser', '--pages', 'https://other.test/a']);
  expect(run).toMatchObject({ status: 3, err: expect.stringContaining('other.test is of another site') as string });
});

it('is not assessed without a browser, and says so', async () => {
  vi.stubEnv('SCAN_BROWSER', 'off');
  const { part, err } = await browserPart('--browser');
  expect(part).toMatchObject({ ok: false, blame: 'us', reason: 'SCAN_BROWSER is off' });
  expect(err).toContain('not assessed');
  vi.stubEnv('SCAN_BROWSER', 'auto');
});

it.each([
  [['--pages', '2'], /give --browser too/],
  [['--browser', '--pages', '9'], /0 to 5/],
  [['--browser', '--pages', 'ftp://a.test/'], /not "ftp:/],
])('%j is refused', async (args, message) => {
  expect(await runPalisade(['scan', 'a.test', ...args])).toMatchObject({
    status: 2,
    err: expect.stringMatching(message) as string,
  });
});
