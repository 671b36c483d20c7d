import { expect, it } from 'vitest';
import { browserOf, scriptFrom } from '../test/browser-evidence.ts';
import { describeInventory, diffInventories, unseenPaymentPages } from '@palisade/report/inventory-changes';
import { judgeBrowser } from './judge-browser.ts';
import type { BrowserPage } from './evidence/browser.ts';

const section = (page: Partial<BrowserPage>) =>
  judgeBrowser(browserOf({ url: 'https://example.test/pay', ...page }), new Date(0));
const CARD: BrowserPage['forms'] = [
  {
    action: 'https://example.test/charge',
    method: 'post',
    password: false,
    card_fields: ['input name="cc"'],
    by_script: false,
  },
];
const [FIRST, SECOND] = ['A'.repeat(64), 'B'.repeat(64)];

it('is empty for the same inventory, and if one report has none', () => {
  const one = section({ scripts: [scriptFrom('https://cdn.test/a.js')] });
  expect(diffInventories(one, one)).toEqual([]);
  expect(diffInventories(undefined, one)).toEqual([]);
  expect(diffInventories(one, undefined)).toEqual([]);
});

// PCI DSS 4.0.1, 11.6.1: unauthorised changes of security-impacting headers and script contents.
it('finds a changed script, a new script and a removed header', () => {
  const before = section({
    forms: CARD,
    headers: [['content-security-policy', "default-src 'self'"]],
    scripts: [scriptFrom('https://cdn.test/a.js?v=1', { sha384: FIRST })],
  });
  const after = section({
    forms: CARD,
    scripts: [scriptFrom('https://cdn.test/a.js?v=2', { sha384: SECOND }), scriptFrom('https://skimmer.test/c.js')],
  });
  const found = diffInventories(before, after);
  expect(found).toEqual([
    {
      kind: 'inventory',
      path: '/pay',
      payment: true,
      what: 'script',
      name: 'https://cdn.test/a.js',
      before: FIRST,
      after: SECOND,
    },
    {
      kind: 'inventory',
      path: '/pay',
      payment: true,
      what: 'script',
      name: 'https://skimmer.test/c.js',
      before: null,
      after: FIRST,
    },
    {
      kind: 'inventory',
      path: '/pay',
      payment: true,
      what: 'header',
      name: 'content-security-policy',
      before: "default-src 'self'",
      after: null,
    },
  ]);
  expect(found.map(describeInventory)).toEqual([
    '/pay: script https://cdn.test/a.js changed',
    '/pay: script https://skimmer.test/c.js new',
    "/pay: header content-security-policy gone: default-src 'self' → not sent",
  ]);
});

it('identifies an inline script by its hash', () => {
  const inline = (sha384: string) =>
    section({ scripts: [scriptFrom('https://example.test/pay', { kind: 'inline', sha384 })] });
  expect(diffInventories(inline(FIRST), inline(SECOND)).map(describeInventory)).toEqual([
    `/pay: script inline sha384-${SECOND} new`,
    `/pay: script inline sha384-${FIRST} gone`,
  ]);
});

it('finds a new script in a worker, and does not report unread text as a change', () => {
  const worker = (sha384: string) =>
    ({
      frame: 'https://example.test/w.js',
      place: 'worker',
      kind: 'file',
      url: 'https://example.test/w.js',
      sha384,
      bytes: 9,
      by_url: null,
    }) as const;
  const before = section({ forms: CARD });
  const after = section({ forms: CARD, frame_scripts: [worker(FIRST)] });
  expect(diffInventories(before, after)).toMatchObject([{ name: 'https://example.test/w.js', before: null }]);
  const unread = section({ forms: CARD, frame_scripts: [worker('')] });
  expect(diffInventories(after, unread)).toEqual([]);
  expect(diffInventories(unread, after)).toEqual([]);
});

it('names payment pages that were not loaded again: a failed browser does not mean "nothing changed"', () => {
  const pay = section({ forms: CARD });
  expect(unseenPaymentPages(pay, pay)).toEqual([]);
  expect(unseenPaymentPages(pay, section({ url: 'https://example.test/', forms: CARD }))).toEqual(['/pay']);
  expect(unseenPaymentPages(pay, undefined)).toEqual(['/pay']);
  expect(unseenPaymentPages(section({}), undefined)).toEqual([]);
});
