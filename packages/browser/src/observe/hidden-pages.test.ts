import { startPageWorld, type PageWorld } from '@palisade/lab/pages/page-world';
import type { BrowserPage } from '@palisade/scanner/evidence/browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openBrowser, openSession, type SharedBrowser } from './open-session.fixture.ts';
import { pageFrom } from './page-from.ts';

const names = (...all: string[]): string => all.map((name) => `<form name="${name}"></form>`).join('');
const fields = (...all: string[]): string => all.map((name) => `<input name="${name}">`).join('');
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcdefghij';
const STORE = `<script>localStorage.setItem('session', '${JWT}')</script>`;
const CARD = '<input autocomplete=cc-number name=number>';

/** Pages that, on purpose or by accident, shadow by name the properties with which a page is read. */
const PAGES = {
  '/document': `<!doctype html><title>Shown</title>${STORE}<body>${names('querySelectorAll', 'querySelector', 'title', 'links', 'documentElement', 'createTreeWalker', 'contentType', 'baseURI', 'body', 'nodeType', 'scripts', 'forms')}
<form action="https://idp.test/" method="post"><input type="password"></form><button onclick="window.a=1">x</button>`,
  '/form': `<!doctype html><title>Shown</title>${STORE}<body><form class="c" onsubmit="return false" style="color:#111" action="https://idp.test/" method="post" aria-expanded="false">${fields('attributes', 'getAttribute', 'hasAttribute', 'id', 'querySelector', 'classList', 'baseURI', 'localName', 'closest', 'dispatchEvent', 'click', 'action', 'method', 'shadowRoot')}<input type="password"></form><button onclick="window.a=1">x</button>`,
  // As in a shop's editor: the product's attributes, its id and the delivery method.
  '/shop': `<!doctype html><title>Shown</title>${STORE}<body><form id="f" action="https://idp.test/" method="post">${fields('attributes', 'id', 'method')}<input type="password"></form><button onclick="window.a=1">x</button>`,
  '/closed': `<!doctype html><title>Pay</title><body><pay-card></pay-card><script>customElements.define('pay-card', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'closed' }).innerHTML = '<div>${CARD}</div>'; } })</script>`,
  '/closed-div': `<!doctype html><title>Pay</title><body><div id=d></div><script>document.getElementById('d').attachShadow({ mode: 'closed' }).innerHTML = '<p>${CARD}</p><iframe src="https://pixel.test/frame"></iframe>'</script><object data="https://pixel.test/object"></object>`,
  '/deep': `<!doctype html><title>Pay</title><body>${'<i></i>'.repeat(8_000)}<div id="d"></div><script>document.getElementById('d').attachShadow({ mode: 'open' }).innerHTML = '${CARD}'</script>`,
  '/fragment': `<!doctype html><title>t</title><script>location.hash = '#/done?access_token=0123456789abcdef&theme=dark'</script>`,
  '/query': `<!doctype html><title>t</title><script>history.replaceState(null, '', '?state=1&code=x&p=${JWT}')</script>`,
  '/keys': `<!doctype html><title>t</title><script>sessionStorage.setItem('pem', '-----BEGIN PRIVATE KEY-----x'); localStorage.setItem('llm', '{"k":"sk-proj-0123456789abcdefghijklmn"}'); localStorage.setItem('shop', 'shpat_0123456789abcdef0123456789abcdef'); localStorage.setItem('word', 'sk-only-a-word')</script>`,
  '/cookies': `<!doctype html><title>t</title><script>document.cookie = '__Host-part=1; Secure; Path=/; SameSite=None; Partitioned'; document.cookie = 'plain=1; Secure'</script>`,
  '/made': `<!doctype html><title>t</title><div id=r></div><script>document.getElementById('r').innerHTML='<form action="/in"><input type=password></form>'</script><form action="/own" method="post"><button formaction="https://idp.test/f"></button></form><nav><button onclick="fetch('/accepted')"> Accept all</button><button onclick="fetch('/opened?token=${JWT}&apikey=${JWT}')">Menu</button><button onclick="fetch('https://pixel.test/i.png?key=sk_live_0123456789abcdef')">Acceptance</button></nav>`,
  '/others': `<!doctype html><title>t</title><img src="https://pixel.test/i.png"><iframe src="https://pixel.test/frame"></iframe>`,
};
const third = (type: string, body: string, name: string) => ({
  headers: { 'content-type': type, 'set-cookie': `${name}=1; Secure; SameSite=None` },
  body,
});
const PIXEL = {
  '/i.png': third('image/png', '', 'of_picture'),
  '/object': third('text/html', '', 'of_object'),
  '/frame': third('text/html', `<script src="/frame.js"></script>`, 'of_frame'),
  '/frame.js': third('text/javascript', `document.cookie='of_script=1;secure;samesite=none'`, 'of_file'),
};

describe.skipIf(!browserOrSkip())('pages that hide from their reader', () => {
  let world: PageWorld;
  let browser: SharedBrowser;
  beforeAll(async () => {
    world = await startPageWorld({ 'hide.test': PAGES, 'pixel.test': PIXEL });
    browser = await openBrowser(world.proxy);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const look = async (path: keyof typeof PAGES): Promise<Omit<BrowserPage, 'trials'>> => {
    const session = await openSession(browser, `https://hide.test${path}`);
    try {
      return (await pageFrom(session, { asked: session.url, found: 'start' })).page;
    } finally {
      await session.close();
    }
  };

  it.each(['/document', '/form', '/shop'] as const)('%s: names of elements hide nothing', async (path) => {
    const page = await look(path);
    expect(page.title).toBe('Shown');
    expect(page.storage).toMatchObject([{ key: 'session', looks: 'jwt' }]);
    expect(page.forms).toContainEqual(
      expect.objectContaining({ action: 'https://idp.test/', method: 'post', password: true }),
    );
    expect(page.settled).toBe(true);
  });

  it.each(['/closed', '/closed-div', '/deep'] as const)('%s: fields for cards are found', async (path) => {
    const { forms, frames } = await look(path);
    expect(forms.flatMap(({ card_fields: cards }) => cards)).toEqual([expect.stringContaining('cc-number')]);
    // In trees that scripts cannot read, and in objects.
    const others = path === '/closed-div' ? ['https://pixel.test/frame', 'https://pixel.test/object'] : [];
    expect(frames.map(({ url }) => url).toSorted()).toEqual(others);
  });

  it.each([
    ['/fragment', [{ area: 'address', key: 'access_token' }]],
    ['/query', [{ area: 'address', key: 'p', looks: 'jwt' }]],
    [
      '/keys',
      [
        { key: 'llm', looks: 'key' },
        { key: 'shop', looks: 'key' },
        { key: 'word', looks: 'data' },
        { area: 'session', key: 'pem', looks: 'key' },
      ],
    ],
  ] as const)('%s: secrets are named, and never kept', async (path, storage) => {
    const page = await look(path);
    const found = page.storage.toSorted((a, b) => `${a.area} ${a.key}`.localeCompare(`${b.area} ${b.key}`));
    expect(found).toMatchObject(storage);
    expect(found).toHaveLength(storage.length);
    expect(JSON.stringify(page.storage)).not.toMatch(/0123456789|eyJ/u);
  });

  it('/cookies: partitioned by site (CHIPS)', async () => {
    const { cookies } = await look('/cookies');
    expect(cookies.find(({ name }) => name === '__Host-part')).toMatchObject({
      partitioned: true,
      by_script: true,
      same_site: 'None',
    });
    // Nothing was said about other sites.
    expect(cookies.find(({ name }) => name === 'plain')).toMatchObject({ same_site: null, days: null });
    expect(cookies.find(({ name }) => name === 'plain')).not.toHaveProperty('partitioned');
  });

  it('/made: a form in the text of a script is not part of the markup; menus open, banners stay', async () => {
    const { forms, requests } = await look('/made');
    expect(forms).toMatchObject([
      { action: 'https://hide.test/in', by_script: true },
      { action: 'https://hide.test/own', by_script: false },
      // Where its button submits it.
      { action: 'https://idp.test/f', method: 'post', by_script: false },
    ]);
    // A menu is opened, and no decision is made. Of secrets in addresses the name is kept.
    const fetched = requests.flatMap(({ url, type, secret }) => (type === 'fetch' ? [[new URL(url).pathname, secret]] : [])); // prettier-ignore
    expect(fetched).toEqual([['/opened', 'token'], ['/i.png', 'key']]); // prettier-ignore
  });

  it('/others: third-party cookies are seen, and which of them a response set', async () => {
    const { cookies } = await look('/others');
    expect(Object.fromEntries(cookies.map(({ name, by_script: by, party }) => [name, [by, party]]))).toEqual({
      of_picture: [false, 'cross-site'],
      of_frame: [false, 'cross-site'],
      of_file: [false, 'cross-site'],
      of_script: [true, 'cross-site'],
    });
  });
});
