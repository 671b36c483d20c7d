import type { BrowserSection } from '@palisade/report/sections/browser';
import { describe, expect, it } from 'vitest';
import { popplerMissing, readPdf, squeezed } from '../../test/poppler.ts';
import { sampleReport } from '../../test/sample-report.ts';
import { renderScanPdf } from '../render.ts';

const SHA384 = 'bPEtoa0Lzq26FTfZK0+qUEugpCzMcuaZEHmsKk4FxF8i5iKC/QWKGpdz3ncmxGEH';
const script = (url: string, more: object = {}): BrowserSection['pages'][number]['scripts'][number] => ({
  kind: 'file',
  origin: new URL(url).origin,
  url,
  sha384: SHA384,
  bytes: 14,
  purpose: null,
  owner: null,
  loaded_by: null,
  integrity: false,
  justification: null,
  ...more,
});
const HELD = 'Loaded twice in Chromium 153 under this policy: no violation, the same 41 requests.';
const BROWSER: BrowserSection = {
  looked: true,
  reason: 'no policy was tried on 1 of 2 pages: the time of the visit was used up',
  product: 'Chromium 153.0.1',
  pages: [
    {
      path: '/checkout',
      url: 'https://shop.example.com/checkout',
      found: 'given',
      status: 200,
      title: 'Checkout',
      settled: true,
      requests: 41,
      third_party_requests: 12,
      frames: [],
      cookies: Array.from({ length: 14 }, (_, n) => ({
        name: `c${n}`,
        domain: 'pay.example',
        by_script: n === 0,
        flags: n === 2 ? 'none' : 'Secure',
      })),
      storage: [{ area: 'local', key: 'cart', looks: 'data' }],
      payment: { fields: ['input name="number"'], frames: [] },
      headers: [],
      scripts: [
        script('https://shop.example.com/pay.js', { justification: 'takes the card' }),
        ...Array.from({ length: 39 }, (_, n) =>
          script(`https://tags.example/${n}.js`, {
            purpose: 'analytics',
            owner: 'Tags Inc',
            loaded_by: 'https://tags.example/0.js',
          }),
        ),
      ],
      scripts_total: 40,
      policies: [
        {
          header: 'Content-Security-Policy',
          value: "default-src 'none'; script-src 'self'",
          proven: true,
          report: HELD,
          in_the_way: ['script#old'],
        },
      ],
    },
  ],
  third_parties: [{ owner: 'Tags Inc', purpose: 'analytics', sites: ['tags.example'], requests: 12, scripts: 39 }],
  screenshot: null,
  checks: [],
};
const NAMES = { preparedFor: null, preparedBy: null, serviceName: 'Palisade' };

describe.skipIf(popplerMissing())('the chapter on the browser', { timeout: 120_000 }, () => {
  it('is absent if no browser was used', async () => {
    const { text } = readPdf(await renderScanPdf(sampleReport(), NAMES));
    expect(text).not.toContain('Compared with the earlier inventory');
  });

  it('shows what only it saw as a remark, with note and evidence, in the chapter of checks', async () => {
    const remark = {
      id: 'browser/exposed-tokens',
      outcome: 'storage',
      title: 'Token in storage that scripts can read',
      status: 'good',
      severity: 'minor',
      deduction: 0,
      explanation: 'Scripts read it.',
      fix: null,
      note: 'No points are deducted.',
      evidence: ['localStorage “auth”'],
    } as const;
    const browser = { ...BROWSER, checks: [{ ...remark, evidence: [...remark.evidence] }] };
    const changes = { before: STAND, after: STAND, changes: [], left_out: [], inventory: null };
    const all = squeezed(readPdf(await renderScanPdf({ ...sampleReport(), browser }, NAMES, { changes })).text);
    expect(all).toContain(squeezed('so there is no inventory to compare with'));
    expect(all).toMatch(/browser\/exposed-tokens\s*Remark/u);
    expect(all).toContain(squeezed(`Remark: ${remark.title} (${remark.id}) ${remark.note} ${remark.evidence[0]}`));
  });

  it('does not mention a page that was not loaded in a browser', async () => {
    const unseen = { ...BROWSER, looked: false, reason: 'SCAN_BROWSER is off', product: null, pages: [] };
    const all = squeezed(readPdf(await renderScanPdf({ ...sampleReport(), browser: unseen }, NAMES)).text);
    expect(all).toContain(squeezed('No browser visited the page'));
    expect(all).not.toContain(squeezed('The page in a real browser'));
  });

  it('has what was tried and its value on one page, and says what is not listed', async () => {
    const [page] = BROWSER.pages;
    const policies = Array.from({ length: 40 }, (_, n) => ({
      header: `Policy ${n}`,
      value: `value-${n}-ends`,
      proven: n % 2 === 0,
      report: `Tried as number ${n}, see.`,
      in_the_way: n % 3 === 0 ? ['script#old'] : [],
    }));
    const cut = { payment: null, scripts_total: 60, partial: ['requests' as const] };
    const seen = { ...BROWSER, pages: page ? [{ ...page, ...cut, policies }] : [] };
    const { pages, text } = readPdf(await renderScanPdf({ ...sampleReport(), browser: seen }, NAMES));
    expect(squeezed(text)).toContain(
      squeezed('15 more scripts in the report data. 20 further scripts ran, and the report does not list them.'),
    );
    expect(squeezed(text)).toMatch(/,\s*atleast\s*\d+\s*ofthem/u);
    const on = (words: string) => pages.findIndex((text) => squeezed(text).includes(squeezed(words)));
    expect(policies.map(({ report }) => on(report))).toEqual(policies.map(({ value }) => on(value)));
    expect(new Set(policies.map(({ value }) => on(value))).size).toBeGreaterThan(2);
  });

  it('lists what held under test, every script of a payment page with room for its reason, and what changed', async () => {
    const { changes, ...stands } = { before: STAND, after: STAND, changes: [] };
    const inventory = [
      {
        kind: 'inventory',
        path: '/checkout',
        payment: true,
        what: 'script',
        name: 'https://evil.example/s.js',
        before: null,
        after: SHA384,
      },
      { kind: 'inventory', path: '/pay', payment: true, what: 'page', name: '/pay', before: 'visited', after: null },
    ] as const;
    const more = { changes: { ...stands, changes, left_out: [], inventory: [...inventory] } };
    const { text } = readPdf(await renderScanPdf({ ...sampleReport(), browser: BROWSER }, NAMES, more));
    const all = squeezed(text);
    for (const words of [
      HELD,
      'Obstacles: script#old',
      'Incomplete',
      'PCI DSS 4.0.1 requirement 6.4.3',
      'Written justification',
      'takes the card',
      'analytics (Tags',
      'https://tags.example/38.js',
      'file, 14 bytes, loaded by',
      'requirement 11.6.1',
      'card data · /checkout: script https://evil.example/s.js new',
      'c0 of pay.example (Secure, by script); c1 of pay.example (Secure)',
      'c2 of pay.example (no flags)',
      '; and 2 more',
      'Since the report of 1 October 2026: 2 changes of pages, scripts and security headers',
      'card data · /pay accepts card data and was not visited by a browser again',
      'cart (local, data)',
    ])
      expect(all).toContain(squeezed(words));
    expect(all.split(squeezed(SHA384)).length).toBeGreaterThan(10);
  });
});

const STAND = { scanned_at: '2026-10-01T00:00:00.000Z', grade: 'B', score: 71, engine_version: '0.3.0' } as const;
