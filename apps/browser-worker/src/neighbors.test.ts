import { findBrowser } from '@palisade/browser/find-browser';
import { startLab, type Lab } from '@palisade/lab/lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrowserDriver, type BrowserDriver } from './driver-process.ts';

const found = await findBrowser(process.env['SCAN_BROWSER'] ?? 'auto');
if (!found && process.env['CI']) throw new Error('chromium is missing and CI allows no skip');
if (!found) console.log('skipped: needs a browser (Debian: apt-get install chromium)');

const page = (script: string) => ({
  headers: [['content-type', 'text/html']] satisfies [string, string][],
  body: `<!doctype html><title>t</title><body><script>${script}</script>`,
});

/** Data that each page makes the driver process hold, which also drives its neighbor's browser. */
const HOSTILE = {
  // Scripts of 15 MB each, kept alive.
  '/sources': page(
    "window.all = []; for (let n = 0; n < 14; n += 1) all.push(eval('(function(){/*' + String.fromCharCode(97 + n).repeat(15e6) + '*/})'))",
  ),
  '/said': page("const text = 'x'.repeat(8e7); console.log(text); setInterval(() => console.log(text), 50)"),
  '/inline': page(
    "for (let n = 0; n < 280; n += 1) { const part = document.createElement('script'); part.text = '/*' + n + 'x'.repeat(4e5) + '*/'; document.body.append(part) }",
  ),
  '/named': page("document.title = 'x'.repeat(5e7); location.hash = 'x'.repeat(1e6)"),
};

describe.skipIf(!found || process.platform !== 'linux')('two visits in one process', () => {
  let lab: Lab;
  let driver: BrowserDriver;
  const deaths: string[] = [];
  beforeAll(async () => {
    if (!found) throw new Error('no browser');
    lab = await startLab({
      sites: [
        { host: 'evil.test', https: { ...page(''), routes: HOSTILE } },
        { host: 'plain.test', https: page('document.title = "plain"') },
      ],
    });
    driver = createBrowserDriver({ policy: lab.policy, browser: found, onDeath: (why) => deaths.push(why) });
  });
  afterAll(async () => {
    driver?.close();
    await lab?.close();
  });

  it.each(Object.keys(HOSTILE) as (keyof typeof HOSTILE)[])(
    '%s costs its neighbor nothing',
    { timeout: 150_000 },
    async (path) => {
      deaths.length = 0;
      const visit = (url: string, wallMs: number) =>
        driver.visit({ url, pages: 0, wallMs }, new AbortController().signal).then(({ seen, fault }) => ({
          ...(JSON.parse(seen) as { ok: boolean; code?: string; reason?: string }),
          fault,
        }));
      const [evil, plain] = await Promise.all([
        visit(lab.url('evil.test', path), 30_000),
        // Processor time is shared, so on a busy machine it takes longer. What it must not share is its neighbor's end.
        visit(lab.url('plain.test'), 90_000),
      ]);
      expect({ deaths, plain }).toMatchObject({ deaths: [], plain: { ok: true } });
      if (!evil.ok) expect(['limit', 'timeout']).toContain(evil.code);
    },
  );
});
