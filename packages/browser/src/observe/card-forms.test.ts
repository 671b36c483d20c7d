import { startPageWorld, type PageWorld } from '@palisade/lab/pages/page-world';
import { judgeBrowser } from '@palisade/scanner/judge-browser';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openBrowser, openSession, type SharedBrowser } from './open-session.fixture.ts';
import { observeSite } from './observe-site.ts';

const CARD = '<input name="cardnumber" autocomplete="cc-number"><input name="cvc" autocomplete="cc-csc">';
const LINES = ['input autocomplete="cc-number"', 'input autocomplete="cc-csc"'];
const shadow = (inner: string) =>
  `<div id=h></div><script>document.getElementById('h').attachShadow({mode:'open'}).innerHTML=${JSON.stringify(inner)}</script>`;
const frame = (url: string) => `<iframe src="${url}"></iframe>`;

/** Ways in which shops put card fields into a page, and the lines to report for each; null: the page takes none. */
const WAYS = [
  [
    'a form by script',
    `<script>document.body.innerHTML=${JSON.stringify(`<form action=/c method=post>${CARD}</form>`)}</script>`,
    LINES,
  ],
  ['fields in a shadow tree', shadow(`<form action=/c method=post>${CARD}</form>`), LINES],
  [
    'a shadow tree in a shadow tree',
    shadow(`<div><template shadowrootmode=open></template></div>`) +
      `<script>const i=document.getElementById('h').shadowRoot.querySelector('div').attachShadow({mode:'open'});i.innerHTML=${JSON.stringify(CARD)}</script>`,
    LINES,
  ],
  ['one frame of the page’s own for each field', frame('/number') + frame('/code'), LINES],
  ['fields without a form', CARD, LINES],
  [
    'split frames of a provider in a shadow tree',
    shadow(
      frame('https://js.stripe.com/v3/elements-inner-card.html') +
        frame('https://js.stripe.com/v3/elements-inner-cvc.html'),
    ),
    [
      'frame js.stripe.com/v3/elements-inner-card.html (Stripe)',
      'frame js.stripe.com/v3/elements-inner-cvc.html (Stripe)',
    ],
  ],
  ['a gift card', '<form><input name=giftcardnumber><input name=pin></form>', null],
  ['a library card', '<form><input name=cardnumber><input name=pin type=password></form>', null],
  [
    'a loyalty card by script',
    `<script>document.body.innerHTML='<form><input name=loyalty_card_number><input name=expiry></form>'</script>`,
    null,
  ],
  ['a phone form in a shadow tree', shadow('<form><input type=tel name=phone_number autocomplete=tel></form>'), null],
] as const;

describe.skipIf(!browserOrSkip())('card fields in a real page', () => {
  let world: PageWorld;
  let browser: SharedBrowser;
  const hostOf = (index: number) => `way${index}.test`;
  beforeAll(async () => {
    world = await startPageWorld({
      ...Object.fromEntries(
        WAYS.map(([, body], index) => [
          hostOf(index),
          {
            '/': `<!doctype html><title>Pay</title><body>${body}`,
            '/number': '<input autocomplete="cc-number">',
            '/code': '<input autocomplete="cc-csc">',
          },
        ]),
      ),
      'js.stripe.com': { '*': '<input name=cardnumber>' },
    });
    browser = await openBrowser(world.proxy);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it.each(WAYS.map((way, index) => [way[0], index, way[2]] as const))('%s', async (_what, index, lines) => {
    const url = `https://${hostOf(index)}/`;
    const session = await openSession(browser, url);
    const host = hostOf(index);
    const seen = await observeSite(session, { url, host, registrableDomain: host, pages: 0, trials: false });
    await session.close();
    const payment = judgeBrowser(seen, new Date(0)).pages[0]?.payment ?? null;
    expect(payment && [...payment.fields, ...payment.frames]).toEqual(lines);
  });
});
