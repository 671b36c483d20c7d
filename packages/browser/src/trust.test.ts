import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCa } from '@palisade/lab/ca';
import type { SiteAnswer } from '@palisade/lab/site';
import type { BrowserPage } from '@palisade/scanner/evidence/browser';
import { parseTarget } from '@palisade/scanner/parse-target';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, found, startLab, type Lab } from '../test/lab-browser.ts';
import { visitSite } from './visit-site.ts';

const html = (script: string): SiteAnswer => ({
  headers: [['content-type', 'text/html']],
  body: `<!doctype html><title>t</title><body><script>${script}</script>`,
});
const js = (body: string): SiteAnswer => ({ headers: [['content-type', 'text/javascript']], body });

describe.skipIf(!browserOrSkip())('certificates below a root of the operator', () => {
  let lab: Lab;
  beforeAll(async () => {
    const foreign = await createCa();
    const past = new Date(Date.now() - 86_400_000);
    lab = await startLab({
      sites: [
        {
          host: 'shop.test',
          https: {
            ...html(
              `navigator.serviceWorker.register('/service.js').then(() => localStorage.setItem('registered', '1'), (e) => localStorage.setItem('failed', e.name))`,
            ),
            routes: {
              '/service.js': js('self.service=1;addEventListener("fetch",()=>0)'),
              '/imports': html(
                `for (const one of ['expired', 'foreign']) navigator.serviceWorker.register('/' + one + '.js', { scope: '/' + one + '/' }).then(() => localStorage.setItem('registered', one), (e) => localStorage.setItem(one, e.name))`,
              ),
              '/plain': html(`import('https://foreign.test/part.js').catch(() => 0)`),
              '/expired.js': js(`importScripts('https://expired.test/part.js')`),
              '/foreign.js': js(`importScripts('https://foreign.test/part.js')`),
            },
          },
        },
        { host: 'expired.test', https: js('self.part=1'), certificate: { notAfter: past } },
        { host: 'foreign.test', https: js('self.part=1'), ca: foreign },
      ],
    });
  });
  afterAll(() => lab.close());

  const visit = async (at: string, browser = found) => {
    if (!browser) throw new Error('no browser');
    const target = { ...parseTarget(lab.url('shop.test', at), lab.policy), pages: 0, trials: false as const };
    const seen = await visitSite(target, {
      browser,
      policy: lab.policy,
      budget: { wallMs: 30_000 },
      signal: AbortSignal.timeout(40_000),
    });
    if (!seen.ok) throw new Error(seen.reason);
    const [page] = seen.value.pages;
    if (!page) throw new Error('no page');
    return page;
  };
  const storedOn = ({ storage }: BrowserPage): string[] => storage.map(({ key }) => key).toSorted();
  const requestsOn = ({ requests }: BrowserPage): string[] =>
    requests
      .filter(({ url }) => !url.endsWith('/favicon.ico'))
      .map(({ url, status, failed }) => `${url.slice('https://'.length)} ${failed ?? status}`)
      .toSorted();

  it('are trusted as in a customer’s browser: a service worker registers, and is listed', async () => {
    const page = await visit('/');
    expect(storedOn(page)).toEqual(['registered']);
    expect(requestsOn(page)).toEqual(['shop.test/ 200', 'shop.test/service.js 200']);
    expect(page.frame_scripts).toMatchObject([{ url: 'https://shop.test/service.js', place: 'service-worker' }]);
    expect(page.refused).toEqual([]);
  });

  it('count for nothing else: a service worker that imports from elsewhere does not register', async () => {
    const page = await visit('/imports');
    expect(storedOn(page)).toEqual(['expired', 'foreign']);
    expect(requestsOn(page).filter((one) => one.includes('part.js'))).toEqual([
      'expired.test/part.js net::ERR_CERT_DATE_INVALID',
      'foreign.test/part.js net::ERR_CERT_AUTHORITY_INVALID',
    ]);
  });

  it('are verified by the guard for a browser that reads no such database', async () => {
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'palisade-home-'));
    await chmod(elsewhere, 0o777);
    try {
      const page = await visit(
        '/plain',
        found && { ...found, executable: found.executable, env: { ...found.env, HOME: elsewhere } },
      );
      expect(requestsOn(page)).toEqual(['foreign.test/part.js net::ERR_CONNECTION_CLOSED', 'shop.test/plain 200']);
      expect(page.refused).toEqual([{ url: 'https://foreign.test/', reason: 'its certificate is not trusted' }]);
    } finally {
      await rm(elsewhere, { recursive: true });
    }
  });
});
