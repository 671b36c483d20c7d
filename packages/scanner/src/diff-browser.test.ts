import { expect, it } from 'vitest';
import { browserOf, scriptFrom } from '../test/browser-evidence.ts';
import { describeInventory, diffInventories } from '@palisade/report/inventory-changes';
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

// PCI DSS 4.0.1, 11.6.1: unauthorized changes of security-impacting headers and script contents.
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
  const said = '/pay accepts card data and was not visited by a browser again';
  expect(diffInventories(pay, section({ url: 'https://example.test/' }))).toEqual([
    { kind: 'inventory', path: '/pay', payment: true, what: 'page', name: '/pay', before: 'visited', after: null },
  ]);
  expect(diffInventories(pay, undefined).map(describeInventory)).toEqual([said]);
  expect(diffInventories(section({}), undefined)).toEqual([]);
});

const found = (before: Partial<BrowserPage>, after: Partial<BrowserPage>) =>
  diffInventories(section({ forms: CARD, ...before }), section({ forms: CARD, ...after }));
const inFrame = (frame: string, sha384 = FIRST, url = `${frame}s.js`) =>
  ({ frame, kind: 'file', url, sha384, bytes: 9, by_url: null }) as const;
const frameOf = (url: string): BrowserPage['frames'][number] => ({
  url,
  party: 'cross-site',
  sandbox: null,
  allow: null,
});

it('does not report what has the same meaning: order, nonces, cache-busting queries', () => {
  const policy = (value: string): BrowserPage['headers'] => [['content-security-policy', value]];
  expect(
    found(
      { headers: policy("script-src 'nonce-AAAAAAAAAAAA' 'self'; img-src *") },
      { headers: policy("img-src *; script-src 'self' 'nonce-BBBBBBBBBBBB'") },
    ),
  ).toEqual([]);
  for (const [one, other] of [
    ['?ver=6.8.1', '?ver=6.8.2'],
    ['?id=5&cb=171', '?id=5&cb=172'],
    ['?1731', '?1732'],
  ])
    expect(
      found(
        { scripts: [scriptFrom(`https://cdn.test/a.js${one}`)] },
        { scripts: [scriptFrom(`https://cdn.test/a.js${other}`)] },
      ),
    ).toEqual([]);
  expect(
    found(
      { scripts: [scriptFrom('https://cdn.test/a.js?id=5')] },
      { scripts: [scriptFrom('https://cdn.test/a.js?id=6')] },
    ),
  ).toHaveLength(2);
});

it('finds a second text at an address that has one already', () => {
  const one = scriptFrom('https://cdn.test/a.js');
  expect(found({ scripts: [one] }, { scripts: [one, { ...one, sha384: SECOND }] })).toMatchObject([
    { name: 'https://cdn.test/a.js', before: FIRST, after: `${FIRST} ${SECOND}`, payment: true },
  ]);
  expect(found({ scripts: [one, { ...one, sha384: SECOND }] }, { scripts: [{ ...one, sha384: SECOND }, one] })).toEqual(
    [],
  );
});

// A policy in the markup binds browsers as a header does (CSP3 §3.3).
it('finds a policy in a meta element that changes or goes, and not its nonces or its order', () => {
  const policy = "script-src 'self' 'nonce-AAAAAAAA'; object-src 'none'";
  const changed = (before: string[] | undefined, after: string[] | undefined) =>
    found({ meta_policies: before }, { meta_policies: after }).map(describeInventory);
  const same = "object-src 'none'; script-src 'nonce-BBBBBBBB' 'self'";
  expect(changed([policy, 'img-src *'], ['img-src *', same])).toEqual([]);
  expect(changed([policy], [])).toEqual([
    `/pay: header content-security-policy in a meta element gone: ${policy} → not sent`,
  ]);
  expect(changed([policy], [`${policy}; connect-src *`])).toHaveLength(1);
  expect(changed([policy], ["script-src 'self'; object-src 'none'"])).toHaveLength(1);
  expect(changed([policy, policy], [policy])).toEqual([]);
  // Engines before 0.12.0 did not look.
  expect(changed(undefined, [policy])).toEqual([]);
});

// A skimmer may replace the provider's frame with its own, or show its own fields before it.
it('finds another origin in a frame, and card fields that the page did not have', () => {
  const provider = frameOf('https://pay.test/fields-123.html?session=1');
  expect(found({ frames: [provider] }, { frames: [frameOf('https://pay.test/fields-456.html?session=2')] })).toEqual(
    [],
  );
  expect(
    found({ frames: [provider] }, { frames: [frameOf('https://pay.test.evil.test/fields')] }).map(describeInventory),
  ).toEqual(['/pay: frame https://pay.test.evil.test new', '/pay: frame https://pay.test gone']);
  expect(found({ forms: [], frames: [provider] }, { frames: [provider] }).map(describeInventory)).toEqual([
    '/pay: card field input name="cc" new',
  ]);
});

// What runs in a provider's frame is the provider's to watch, and changes with each of its releases.
it('reports a script in a frame of another site, but not as a change of the payment page', () => {
  const at = (hash: string) => ({ frame_scripts: [inFrame('https://pay.test/fields/', hash)] });
  expect(found(at(FIRST), at(SECOND))).toMatchObject([
    { name: 'https://pay.test/fields/s.js in a frame of https://pay.test', payment: false },
  ]);
  const own = (hash: string) => ({ frame_scripts: [inFrame('https://pay.example.test/', hash)] });
  expect(found(own(FIRST), own(SECOND))).toMatchObject([{ name: 'https://pay.example.test/s.js', payment: true }]);
  const written = (hash: string) => ({ frame_scripts: [inFrame('about:srcdoc', hash, 'https://cdn.test/w.js')] });
  expect(found(written(FIRST), written(SECOND))).toMatchObject([{ payment: true }]);
});

it('a new script is new, even if its text could not be read', () => {
  const unread = scriptFrom('https://skimmer.test/c.js', { sha384: '' });
  expect(found({ scripts: [] }, { scripts: [unread] })).toMatchObject([{ name: unread.url, before: null, after: '' }]);
  expect(found({ scripts: [unread] }, { scripts: [] })).toMatchObject([{ name: unread.url, before: '', after: null }]);
});

it('says nothing of an address of which one text could not be read', () => {
  const texts = (sha384: string) => ['', sha384].map((one) => scriptFrom('https://cdn.test/a.js', { sha384: one }));
  expect(found({ scripts: texts(FIRST) }, { scripts: texts(SECOND) })).toEqual([]);
});

it('knows a file that differs in each load by its address alone', () => {
  const file = (query: string) => scriptFrom(`https://cdn.test/a.js?${query}`, { varies: '' });
  expect(found({ scripts: [file('user=1')] }, { scripts: [file('user=2')] })).toEqual([]);
});

it('names a file by the part of its query that selects it', () => {
  const scripts = [scriptFrom('https://cdn.test/a.js?v=2&id=5&_=171')];
  expect(found({ scripts: [] }, { scripts })).toMatchObject([{ name: 'https://cdn.test/a.js?id=5' }]);
  expect(found({ scripts: [] }, { scripts: [scriptFrom('https://cdn.test/a.js?v=2')] })).toMatchObject([
    { name: 'https://cdn.test/a.js' },
  ]);
});

it('numbers inline texts that differ in each load', () => {
  const inline = (sha384: string) => scriptFrom('https://example.test/pay', { kind: 'inline', sha384, varies: '' });
  const two = [inline(FIRST), inline(SECOND)];
  expect(found({ scripts: two }, { scripts: [inline(SECOND), inline(FIRST)] })).toEqual([]);
  expect(found({ scripts: [inline(FIRST)] }, { scripts: two })).toMatchObject([
    { name: 'inline differs in each load (2)', before: null },
  ]);
});

it('a frame of the page’s own origin is no other origin', () => {
  expect(found({ frames: [] }, { frames: [frameOf('https://example.test/pay/fields')] })).toEqual([]);
});

it('names payment pages that no one approved', () => {
  const pay = section({ forms: CARD });
  const said = ['/pay accepts card data and is not in the earlier inventory'];
  expect(diffInventories(section({ url: 'https://example.test/' }), pay).map(describeInventory)).toEqual(said);
  expect(diffInventories(undefined, pay).map(describeInventory)).toEqual(said);
  expect(diffInventories(undefined, section({}))).toEqual([]);
});

// Ad servers and bot protection give the same file a new address in each load.
it('knows a file whose address differs in each load by what stays the same', () => {
  const at = (query: string, account = 5, sha384 = FIRST) => ({
    scripts: [
      scriptFrom(`https://cdn.test/a.js?ord=${query}&account=${account}`, {
        sha384,
        address: `https://cdn.test/a.js?ord=*&account=${account}`,
      }),
    ],
  });
  expect(found(at('0.1'), at('0.2'))).toEqual([]);
  expect(found(at('0.1'), at('0.2', 5, SECOND))).toMatchObject([{ name: 'https://cdn.test/a.js?ord=*&account=5' }]);
  // The same text may do something else for another account.
  expect(found(at('0.1'), at('0.1', 6))).toHaveLength(2);
});

// A skimmer at the end of a script that differs in each load must not go unnoticed.
it('compares the code of a text whose number of words differs', () => {
  const inline = (code: string | undefined, varies = '') => ({
    scripts: [scriptFrom('https://example.test/pay', { kind: 'inline', sha384: FIRST, varies, ...(code && { code }) })],
  });
  expect(found(inline('X'), inline('X'))).toEqual([]);
  expect(found(inline('X'), inline('Y')).map(describeInventory)).toEqual([
    '/pay: script inline sha384-Y new',
    '/pay: script inline sha384-X gone',
  ]);
  // By chance, all loads of one visit had the same number of words.
  expect(found(inline('X'), inline('X', SECOND))).toEqual([]);
  expect(found(inline('X', SECOND), inline('X'))).toEqual([]);
  expect(found(inline('X', FIRST), inline('X', SECOND))).toHaveLength(2);
  // Engines before 0.23.0 hashed no code.
  expect(found(inline(undefined), inline('X'))).toEqual([]);
  const file = (code: string | undefined) => ({ scripts: [scriptFrom('https://cdn.test/a.js', { varies: '', ...(code && { code }) })] }); // prettier-ignore
  expect(found(file('X'), file('Y'))).toMatchObject([{ name: 'https://cdn.test/a.js', before: 'X', after: 'Y' }]);
  expect(found(file(undefined), file('Y'))).toEqual([]);
});
