import { startPageWorld, type PageWorld, type World } from '@palisade/lab/pages/page-world';
import { describeInventory, diffInventories, type InventoryChange } from '@palisade/report/inventory-changes';
import type { BrowserSection } from '@palisade/report/sections/browser';
import { judgeBrowser } from '@palisade/scanner/judge-browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openBrowser, openSession, type SharedBrowser } from './open-session.fixture.ts';
import { observeSite } from './observe-site.ts';

const HOST = 'shop.test';
const URL_OF_PAGE = `https://${HOST}/checkout`;

/** Parts of the checkout that an attacker or a release changes. */
interface Shop {
  inline: string;
  file: string;
  /** Of the PayPal-like kit, which writes the id of each request into itself. */
  kit: string;
  policy: string;
  /** In its head. */
  markup: string;
  body: string;
  frame: string;
}
const APPROVED: Shop = {
  inline: 'window.total = 5',
  file: 'window.app = 1',
  kit: 'window.kit = 1',
  policy: "script-src 'self' https: 'unsafe-inline' 'unsafe-eval'; object-src 'none'",
  markup: `<meta http-equiv="Content-Security-Policy" content="base-uri 'self'; style-src 'nonce-TOKEN'">`,
  body: '',
  frame: 'https://js.stripe.com/v3/elements-inner-card-aaaa.html',
};

let turn = 0;
/** As servers write tokens: new in each response. */
const token = () => `t${(turn += 1)}x${(turn * 7919).toString(16)}`;

function worldOf(shop: () => Shop): World {
  return {
    [HOST]: {
      '/checkout': {
        get headers() {
          return { 'content-security-policy': shop().policy };
        },
        body: () => {
          const { inline, markup, body, frame } = shop();
          return `<!doctype html><title>Pay</title>${markup.replace('TOKEN', token())}<script>window.csrf="${token()}"; ${inline}</script>
<script>eval('window.started = ' + ${(turn += 1)})</script><script src="/app.js?v=${(turn += 1)}"></script>
<script src="https://kit.test/sdk.js?request=${token()}"></script><script src="https://x.klarnacdn.net/kp/lib/v1/api.js"></script><body>${body}<div id="card"></div>
<iframe src="${frame}?session=${token()}"></iframe>`;
        },
      },
      '/app.js': { body: () => shop().file },
    },
    'kit.test': {
      '/sdk.js': { body: () => `/* request ${token()} */ ${shop().kit}; window.at = "${token()}"` },
    },
    'js.stripe.com': { '*': { body: () => `<input name=cardnumber><script>window.release = "${token()}"</script>` } },
    'x.klarnacdn.net': { '*': 'window.Klarna = {}' },
    'evil.test': { '*': 'window.evil = 1' },
  };
}

/** Each part of a case is found by itself, as PCI DSS 11.6.1 requires; parts that do not touch share a visit. */
const CHANGES: readonly (readonly [what: string, change: Partial<Shop>, found: readonly string[]])[] = [
  ['nothing: what differs in each load, and a policy in another order', { policy: "object-src 'none'; script-src https: 'unsafe-eval' 'unsafe-inline' 'self'" }, []], // prettier-ignore
  [
    'one byte of an inline script with a token, a file at the same address, no policy in the markup any more',
    { inline: 'window.total = 6', file: 'window.app = 2', markup: '' },
    ['script inline … new', 'script inline … gone', `script https://${HOST}/app.js changed`, 'header content-security-policy in a meta element gone'], // prettier-ignore
  ],
  [
    'a kit that differs in each load, a weaker policy, a policy in the markup that comes too late',
    {
      kit: 'window.kit = 1; fetch("https://evil.test/x")',
      policy: "script-src * 'unsafe-inline' 'unsafe-eval'; object-src 'none'",
      markup: '<p>' + APPROVED.markup,
    },
    ['script https://kit.test/sdk.js changed', 'header content-security-policy changed', 'header content-security-policy in a meta element gone'], // prettier-ignore
  ],
  [
    'a new script, a weaker policy in the markup, another frame instead of the provider’s',
    {
      body: '<script src="https://evil.test/s.js"></script>',
      markup: `<meta http-equiv="Content-Security-Policy" content="base-uri *; style-src 'nonce-TOKEN'">`,
      frame: 'https://evil.test/v3/elements-inner-card.html',
    },
    ['script https://evil.test/s.js new', 'header content-security-policy in a meta element changed', 'frame https://evil.test new', 'frame https://js.stripe.com gone'], // prettier-ignore
  ],
  ['a form by script', { inline: `window.total = 5; addEventListener('load', () => { document.getElementById('card').innerHTML = '<form><input autocomplete=cc-number></form>' })` }, ['card field input autocomplete="cc-number" new', 'script inline … gone', 'script inline … new']], // prettier-ignore
];

describe.skipIf(!browserOrSkip())('the inventory of a payment page', () => {
  let world: PageWorld;
  let browser: SharedBrowser;
  let shop = APPROVED;
  let approved: BrowserSection;
  const look = async (): Promise<BrowserSection> => {
    const session = await openSession(browser, URL_OF_PAGE);
    const seen = await observeSite(session, { url: URL_OF_PAGE, host: HOST, registrableDomain: HOST, pages: 0 });
    await session.close();
    return judgeBrowser(seen, new Date(0));
  };
  beforeAll(async () => {
    world = await startPageWorld(worldOf(() => shop));
    browser = await openBrowser(world.proxy);
    approved = await look();
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('is of a page that takes card data', () => {
    expect(approved.pages[0]?.payment?.frames).toHaveLength(2);
    expect(approved.pages[0]?.scripts.filter(({ varies }) => varies !== undefined).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['inline', 'eval', 'file']),
    );
  });

  const short = (change: InventoryChange): string =>
    describeInventory({ ...change, name: change.name.replace(/sha384-\S+/u, '…') })
      .replace('/checkout: ', '')
      .replace(/: .*→.*/u, '');
  it.each(CHANGES)('%s', async (_what, change, expected) => {
    shop = { ...APPROVED, ...change };
    const found = diffInventories(approved, await look()).filter(({ payment }) => payment);
    expect(found.map(short).toSorted()).toEqual(expected.toSorted());
  });
});
