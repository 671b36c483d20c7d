import type { SiteAnswer } from '@palisade/lab/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openIn, startLab, type Lab } from '../../test/lab-browser.ts';
import { observeSite } from './observe-site.ts';

const html = (body: string, delayMs = 0): SiteAnswer => ({
  headers: [['content-type', 'text/html']],
  body: `<!doctype html><title>t</title>${body}`,
  delayMs,
});
/** Card fields are added when the page is loaded, and are frames within a frame of the provider. */
const ADDED = (src: string): string =>
  `<script>addEventListener('load',function(){var f=document.createElement('iframe');f.src='${src}';document.body.append(f)})</script>`;

describe.skipIf(!browserOrSkip())('a frame that a script adds to a loaded page', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab({
      sites: [
        {
          host: 'pay.test',
          https: {
            ...html('<iframe src=/card></iframe><script src=/pay.js></script>', 350),
            routes: {
              '/card': html('<script src=/card.js></script>', 200),
              '/pay.js': { headers: [['content-type', 'text/javascript']], body: 'window.paid = 1' },
              '/card.js': { headers: [['content-type', 'text/javascript']], body: 'window.card = 1', delayMs: 200 },
              '/never': { delayMs: 60_000 },
            },
          },
        },
        { host: 'shop.test', https: html(`<body>${ADDED('https://pay.test/')}`) },
        { host: 'slow.test', https: html(`<body>${ADDED('https://pay.test/never')}`) },
      ],
    });
  });
  afterAll(() => lab.close());

  const observed = async (host: string) => {
    const session = await openIn(lab, lab.url(host));
    const started = performance.now();
    const target = { url: lab.url(host), host, registrableDomain: host, pages: 0, trials: false } as const;
    const { pages } = await observeSite(session, target);
    const ms = performance.now() - started;
    await session.close();
    return { page: pages[0], ms };
  };

  it('is in the inventory with the frames and scripts within it', async () => {
    const { page } = await observed('shop.test');
    const paths = page?.requests.map(({ url }) => new URL(url)).filter(({ host }) => host.startsWith('pay.test'));
    expect(paths?.map(({ pathname }) => pathname).toSorted()).toEqual(['/', '/card', '/card.js', '/pay.js']);
    const ran = page?.frame_scripts?.map(({ url }) => URL.parse(url ?? '')?.pathname);
    expect(ran).toEqual(expect.arrayContaining(['/card.js', '/pay.js']));
  });

  it('is not waited for if it never ends', async () => {
    const { page, ms } = await observed('slow.test');
    expect(page?.title).toBe('t');
    expect(ms).toBeLessThan(20_000);
  });
});
