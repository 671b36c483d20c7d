import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import path from 'node:path';
import { startPageWorld, type PageWorld } from '@palisade/lab/pages/page-world';
import { BrowserEvidence } from '@palisade/scanner/evidence/browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { found } from '../../test/lab-browser.ts';
import { launchBrowser } from '../launch.ts';
import { browserOrSkip, openBrowser, openSession, type SharedBrowser } from './open-session.fixture.ts';
import { observeSite } from './observe-site.ts';

const SHOP = `<!doctype html><title>Shop</title><style>body{color:#111}</style><link rel=stylesheet href=/a.css>
<script>document.cookie='sessionid=8f3a9c2b7d6e5f4a1b2c';localStorage.setItem('auth','eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.abcdefgh')</script>
<body style="margin:0" onload="window.b=2"><img src="/a.png">
<button aria-expanded=false onclick="fetch('/menu.json')">Menu</button><a href="/login">Sign in</a>
<script src="https://cdn.test/lib-1.2.3.min.js"></script><script src="https://cdn.test/loader.js"></script>
<script>eval('window.q=1');indexedDB.open('cart').onupgradeneeded=(e)=>e.target.result.createObjectStore('items');caches.open('shell-v1')</script><iframe src="https://pay.test/f"></iframe>`;

const ADDS = `const t=document.createElement('script');t.src='https://cdn.test/late-1.0.0.js';document.head.append(t)`;

describe.skipIf(!browserOrSkip())('a browser that observes a site', () => {
  let world: PageWorld;
  let browser: SharedBrowser;
  let seen: BrowserEvidence;

  beforeAll(async () => {
    world = await startPageWorld({
      'shop.test': {
        '/': SHOP,
        '/a.css': 'p{}',
        '/a.png': '',
        '/menu.json': '{}',
        '/login':
          '<title>Login</title><script src="https://cdn.test/turns-1.0.0.js"></script><script src="https://cdn.test/adds.js"></script><form method=post action=https://idp.test/in><input type=password name=p></form>',
      },
      'cdn.test': {
        '/lib-1.2.3.min.js': { body: 'window.lib=1', headers: { 'access-control-allow-origin': '*' } },
        '/loader.js': `const s=document.createElement('script');s.src='https://cdn.test/second.js';document.head.append(s)`,
        '/second.js': 'fetch("https://api.test/x.json")',
        '/adds.js': { body: ADDS, headers: { 'access-control-allow-origin': '*' } },
        '/late-1.0.0.js': { body: 'window.late=1', headers: { 'access-control-allow-origin': '*' } },
        '/turns-1.0.0.js': {
          body: (count) => `window.turns=${count}`,
          headers: { 'access-control-allow-origin': '*' },
        },
      },
      'api.test': { '/x.json': { body: '{}', headers: { 'access-control-allow-origin': '*' } } },
      'pay.test': {
        '/f': '<p>f<script src=/card.js></script><script>1</script><script>navigator.usb</script>',
        '/card.js': 'fetch("/token.json")',
        '/token.json': '{}',
      },
    });
    browser = await openBrowser(world.proxy);
    const session = await openSession(browser, 'https://shop.test/', undefined, undefined, true);
    seen = await observeSite(session, {
      url: 'https://shop.test/',
      host: 'shop.test',
      registrableDomain: 'shop.test',
      pages: 1,
    });
    await session.close();
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('hashes the scripts of cross-site frames', () => {
    const sha384 = createHash('sha384').update('fetch("/token.json")').digest('base64');
    const frame = 'https://pay.test/f';
    const ran = seen.pages[0]?.frame_scripts;
    expect(ran).toContainEqual({
      frame,
      kind: 'file',
      url: 'https://pay.test/card.js',
      sha384,
      bytes: 20,
      by_url: null,
    });
    expect(ran).toContainEqual(expect.objectContaining({ frame, kind: 'inline', url: frame, bytes: 1 }));
  });

  it('does not count what a frame of another origin names as a feature of the page', () => {
    expect(seen.pages[0]?.features).not.toContain('usb');
  });

  it('gives evidence that can be stored and read again', () => {
    expect(BrowserEvidence.parse(structuredClone(seen))).toEqual(seen);
    expect(seen.product).toMatch(/^Chromium \d+\./);
    expect(seen.screenshot?.bytes).toBeGreaterThan(500);
  });

  it('names every script that ran, and what loaded it', () => {
    const scripts = seen.pages[0]?.scripts ?? [];
    expect(scripts.find(({ url }) => url?.endsWith('second.js'))).toMatchObject({
      kind: 'file',
      party: 'cross-site',
      by_url: 'https://cdn.test/loader.js',
    });
    expect(scripts.find(({ kind }) => kind === 'eval')).toMatchObject({ sample: 'window.q=1' });
    expect(scripts.filter(({ kind }) => kind === 'handler').map(({ sample }) => sample)).toEqual(
      expect.arrayContaining(['window.b=2', `fetch('/menu.json')`]),
    );
    // The output of `openssl dgst -sha384 -binary | base64` for `window.lib=1`.
    expect(scripts.find(({ url }) => url?.includes('lib-1.2.3'))).toMatchObject({
      sha384: 'bPEtoa0Lzq26FTfZK0+qUEugpCzMcuaZEHmsKk4FxF8i5iKC/QWKGpdz3ncmxGEH',
      fixed: true,
      cors: true,
    });
  });

  it('says for each third-party file why it has no integrity', () => {
    const why = Object.fromEntries(
      seen.pages
        .flatMap(({ scripts }) => scripts)
        .filter(({ kind, party }) => kind === 'file' && party === 'cross-site')
        .map(({ url, unpinned }) => [new URL(url ?? '').pathname, unpinned]),
    );
    expect(why).toEqual({
      '/lib-1.2.3.min.js': undefined,
      '/loader.js': 'not-shared',
      '/second.js': 'not-shared',
      '/adds.js': 'unversioned',
      '/late-1.0.0.js': 'by-script',
      '/turns-1.0.0.js': 'changed',
    });
  });

  it('keeps the shape of stored values, and never the value', () => {
    const page = seen.pages[0];
    expect(page?.storage).toEqual([
      { area: 'local', origin: 'https://shop.test', key: 'auth', bytes: 42, looks: 'jwt' },
      { area: 'indexed', origin: 'https://shop.test', key: 'cart/items', bytes: 0, looks: 'data' },
      { area: 'caches', origin: 'https://shop.test', key: 'shell-v1', bytes: 0, looks: 'data' },
    ]);
    expect(page?.cookies).toMatchObject([{ name: 'sessionid', http_only: false, by_script: true }]);
    const text = JSON.stringify(seen);
    expect(text).not.toContain('8f3a9c2b');
    expect(text).not.toContain('eyJhbGciOiJIUzI1');
  });

  it('sees the requests of a cross-site frame, which runs in a separate process', () => {
    const framed = seen.pages[0]?.requests.filter(({ url }) => url.startsWith('https://pay.test/')) ?? [];
    expect(framed.map(({ url }) => new URL(url).pathname).toSorted()).toEqual(['/card.js', '/f', '/token.json']);
    expect(framed.every(({ party, status }) => party === 'cross-site' && status === 200)).toBe(true);
  });

  it('acts as a visitor: what a menu loads is seen', () => {
    expect(seen.pages[0]?.requests.map(({ url }) => url)).toContain('https://shop.test/menu.json');
  });

  it('proves a policy by loading the page twice under it', () => {
    const csp = seen.pages[0]?.trials.find(({ header }) => header === 'content-security-policy');
    expect(csp).toMatchObject({ proven: true, loads: 2, violations: [], lost: [], in_the_way: [] });
    expect(csp?.value).toContain("script-src https://cdn.test 'sha256-");
    expect(csp?.value).not.toContain("'unsafe-inline'");
  });

  it('finds the sign-in page by its link', () => {
    expect(seen.pages[1]).toMatchObject({ url: 'https://shop.test/login', found: 'sign-in' });
    expect(seen.pages[1]?.forms).toEqual([
      { action: 'https://idp.test/in', method: 'post', password: true, card_fields: [], by_script: false },
    ]);
  });

  // It is killed, and never quits: what it keeps elsewhere stays.
  it('keeps the lock of its profile in its own folder', async () => {
    // Short: the lock is a socket, whose address has at most 108 bytes.
    const root = await mkdtemp('/tmp/p-');
    await chmod(root, 0o755);
    const launched = await launchBrowser(found!, { root });
    const [own = ''] = await readdir(root);
    // The headless shell has no lock.
    const lock = await readlink(path.join(root, own, 'profile', 'SingletonSocket')).catch(() => null);
    expect(lock ?? path.join(root, own)).toContain(path.join(root, own));
    await launched.kill();
    expect(await readdir(root)).toEqual([]);
    await rm(root, { recursive: true });
  });
});
