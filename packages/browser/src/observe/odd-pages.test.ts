import { createHash } from 'node:crypto';
import { startPageWorld, type PageWorld } from '@palisade/lab/pages/page-world';
import type { BrowserEvidence } from '@palisade/scanner/evidence/browser';
import { judgeBrowser } from '@palisade/scanner/judge-browser';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openBrowser, openSession, type SharedBrowser } from './open-session.fixture.ts';
import { load } from './load.ts';
import { observeSite } from './observe-site.ts';
import { tryPolicies } from './trials.ts';

const page = (title: string) => `<!doctype html><title>${title}</title><h1>${title}</h1>`;
const to = (location: string) => ({ status: 302, headers: { location }, body: '' });
const file = (type: string, body: string) => ({ headers: { 'content-type': type }, body });

const LANGUAGE = `window.choice='en';location.replace('/index.php')`;

const SITE = {
  '/': page('Start') + '<a href="/in">Log in</a><a href="/order-now">Zur Kasse</a>',
  '/index.php': page('Front'),
  '/cart/': page('Cart'),
  '/cart': to('/cart/'),
  '/leaves': to('https://other-odd.test/in'),
  '/home': to('/?from=home'),
  '/again': to('/cart/'),
  '/loop': to('/loop'),
  '/gone': { status: 404, body: page('Gone') },
  '/caf%C3%A9': page('Café'),
  '/a%2Fb': page('A/B'),
  '/list.pdf': file('application/pdf', '%PDF-1.4\n%%EOF'),
  '/data.json': file('application/json', '{"a":1}'),
  '/note.txt': file('text/plain', 'a'),
  '/save': { headers: { 'content-type': 'text/html', 'content-disposition': 'attachment' }, body: page('Save') },
  '/empty': { status: 204, body: '' },
  '/xhtml': file(
    'application/xhtml+xml',
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title></head><body/></html>',
  ),
  '/stream': { body: page('Stream') + '<script>window.first=1</script><p>and what follows it', endless: true as const },
  '/language': `<!doctype html><script>${LANGUAGE}</script>`,
  '/waits':
    page('Waits') + `<script>setTimeout(() => { const t = Date.now(); while (Date.now() - t < 500); }, 3000)</script>`,
  '/spins': page('Spins') + `<script>setTimeout(() => { for (;;); }, 50)</script>`,
  '/large': page('Large') + `<script>window.large=1</script><!--${'x'.repeat(4_200_000)}-->`,
  '/in': page('In') + '<form method="post"><input type="password" name="p"/></form>',
  '/order-now': page('Order') + '<form><input autocomplete="cc-number" name="n"/></form>',
};

describe.skipIf(!browserOrSkip())('unusual further pages', () => {
  let world: PageWorld;
  let browser: SharedBrowser;
  beforeAll(async () => {
    world = await startPageWorld({
      'odd.test': SITE,
      'login.odd.test': { '/': page('Login') },
      'moved-odd.test': { '*': to('https://odd.test/') },
      'other-odd.test': { '*': page('Other') },
      'xn--bcher-kva.test': { '/': page('Start'), '/regal': page('Regal') },
    });
    browser = await openBrowser(world.proxy);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const look = async (
    pages: readonly string[] | number,
    url = 'https://odd.test/',
    withTrials = false,
  ): Promise<BrowserEvidence> => {
    const session = await openSession(browser, url);
    try {
      const host = new URL(url).hostname;
      const target = { url, host, registrableDomain: host, pages };
      return await observeSite(session, withTrials ? target : { ...target, trials: false });
    } finally {
      await session.close();
    }
  };
  const paths = (seen: BrowserEvidence) => judgeBrowser(seen, new Date(0)).pages.map(({ path }) => path);

  it('a redirect to another site, a page that never ends and one already seen are left out, and the report says so', async () => {
    const further = ['/leaves', '/loop', '/cart', '/again'].map((path) => `https://odd.test${path}`);
    const seen = await look(further, 'https://odd.test/', true);
    expect(paths(seen)).toEqual(['/', '/cart/']);
    expect(seen.cut).toBe(
      'left out: /leaves leads to other-odd.test, another site, /loop did not answer, /again leads to /cart/, which was seen',
    );
    expect(judgeBrowser(seen, new Date(0)).reason).toBe(seen.cut);
  });

  it('what is not HTML is left out', async () => {
    const seen = await look(
      ['/list.pdf', '/data.json', '/note.txt', '/save', '/empty'].map((path) => `https://odd.test${path}`),
    );
    expect(paths(seen)).toEqual(['/']);
    expect(seen.cut).toMatch(
      /^left out: \/list\.pdf answers with application\/pdf, not with a page, \/data\.json answers with application\/json, .*\/note\.txt answers with text\/plain, .*\/save answers with text\/html, .*\/empty answers with /u,
    );
  });

  it('an error, XHTML and escaped paths count as separate pages', async () => {
    const seen = await look(['/gone', '/xhtml', '/caf%C3%A9', '/a%2Fb'].map((path) => `https://odd.test${path}`));
    expect(paths(seen)).toEqual(['/', '/gone', '/xhtml', '/caf%C3%A9', '/a%2Fb']);
    expect(seen.pages.map(({ status }) => status)).toEqual([200, 404, 200, 200, 200]);
    expect(seen.cut).toBeUndefined();
  });

  it('requested queries and other hosts of the site make separate pages', async () => {
    const asked = ['https://odd.test/?route=cart', 'https://odd.test/index.php?a=1', 'https://odd.test/index.php?a=2'];
    const seen = await look([...asked, 'https://login.odd.test/', 'https://odd.test/home']);
    expect(paths(seen)).toEqual(['/', '/?route=cart', '/index.php?a=1', '/index.php?a=2', '//login.odd.test/']);
    expect(seen.cut).toBe('left out: /home leads to /, which was seen');
  });

  it('names in other scripts are given in Punycode', async () => {
    const seen = await look(['https://xn--bcher-kva.test/regal'], 'https://b\u00fccher.test/');
    expect(seen.pages.map(({ url }) => url)).toEqual([
      'https://xn--bcher-kva.test/',
      'https://xn--bcher-kva.test/regal',
    ]);
  });

  it('sign-in and checkout are also found by the texts of links', async () => {
    const seen = await look(3);
    expect(seen.pages.map(({ found, url, status }) => [found, new URL(url).pathname, status])).toEqual([
      ['start', '/', 200],
      ['sign-in', '/in', 200],
      ['checkout', '/order-now', 200],
      ['error-page', '/this-page-does-not-exist', 404],
    ]);
  });

  it('a site that moved completely keeps the pages that were given under its old name', async () => {
    const seen = await look(['https://moved-odd.test/gone'], 'https://moved-odd.test/');
    expect(seen.cut).toBe('left out: /gone leads to //odd.test/, which was seen');
  });

  it('a document that never ends is judged by what arrived, under policies too', async () => {
    const url = 'https://odd.test/stream';
    for (const endless of [false, true]) {
      const session = await openSession(browser, url);
      const headers = [['content-security-policy', "script-src 'none'"]] as const;
      const loaded = await load(session, url, { bodyMs: 1_500, ...(endless && { headers, endless }) });
      await session.close();
      expect(loaded).toMatchObject({ endless: true, settled: false, status: 200 });
      expect(loaded.reading?.title).toBe('Stream');
      expect(loaded.html).toContain('window.first=1</script>');
      expect(loaded.watch.violations.length > 0).toBe(endless);
    }
  });

  it('no policy is said to be proven for a document whose end was not seen', async () => {
    const url = 'https://odd.test/index.php';
    const session = await openSession(browser, url);
    const first = { ...(await load(session, url)), endless: true };
    let loads = 0;
    const once = {
      ...session,
      leftMs: () => (loads < 1 ? 60_000 : 0),
      fresh: () => ((loads += 1), session.fresh()),
    };
    const subject = { url, first, features: [], scripts: [], texts: new Map(), payment: false };
    const { trials } = await tryPolicies({ ...subject, session: once });
    await session.close();
    expect(trials.map(({ proven, unended }) => [proven, unended])).toEqual(trials.map(() => [false, true]));
    expect(trials).toHaveLength(4);
  });

  it('a script that leads to another page at once is in the inventory with its hash', async () => {
    const [seen] = (await look(0, 'https://odd.test/language')).pages;
    expect(seen?.url).toBe('https://odd.test/index.php');
    const sha384 = createHash('sha384').update(LANGUAGE).digest('base64');
    expect(seen?.scripts).toMatchObject([{ kind: 'inline', url: 'https://odd.test/language', sha384 }]);
  });

  it('no policy is said to be proven for a page that is too large to be put under one', async () => {
    const seen = await look(0, 'https://odd.test/large', true);
    expect(seen.pages[0]).toMatchObject({ title: 'Large', trials: [] });
    expect(seen.cut).toBe('no policy was tried on the page, because of its size');
  });

  // The clock stands still while a task runs.
  it.each(['waits', 'spins'])('a script that does not end is ended, and the page is read: /%s', async (path) => {
    const seen = await look(0, `https://odd.test/${path}`, true);
    expect(seen.pages[0]).toMatchObject({ title: expect.stringMatching(new RegExp(path, 'iu')) as string, settled: false, trials: [] }); // prettier-ignore
    expect(seen.cut).toBe('no policy was tried on the page, because a script did not end');
  });

  it('a download is not a page', async () => {
    await expect(look(0, 'https://odd.test/list.pdf')).rejects.toThrow('answers with application/pdf, not with a page');
  });
});
