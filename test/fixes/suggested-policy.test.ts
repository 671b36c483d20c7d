import { createHash } from 'node:crypto';
import { readPage } from '@palisade/scanner/parse/page/page';
import { probeUrl } from '@palisade/scanner/parse/csp/match';
import { suggestCsp } from '@palisade/scanner/parse/csp/suggest';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openBrowser } from '../browser.ts';

/** The suggested policy, sent with the page it was generated for, in a real browser: it allows all that the page and its services load. */
const SITE = 'https://shop.example/';
const digest = (text: string) => createHash('sha256').update(text).digest('base64');

function policyFor(html: string): string {
  const source = { url: SITE, contentType: 'text/html; charset=utf-8', truncated: false };
  const page = readPage(new TextEncoder().encode(html), source, digest);
  const self = probeUrl(SITE);
  if (!self) throw new Error('no origin');
  return suggestCsp({ policies: [], self, page, isPublicSuffix: (domain) => domain === 'com' || domain === 'example' });
}

/** What a stub of each service does once loaded, following the service's documentation. */
const SERVICES: Readonly<Record<string, string>> = {
  'https://www.googletagmanager.com/gtag/js':
    "new Image().src='https://www.google-analytics.com/g/collect?v=2'; fetch('https://region1.google-analytics.com/g/collect',{mode:'no-cors'});",
  'https://www.googletagmanager.com/gtm.js':
    "const s=document.createElement('script'); s.src='https://www.googletagmanager.com/gtag/js?id=G-A'; document.head.append(s);",
  'https://www.google.com/recaptcha/api.js':
    "const r=document.createElement('script'); r.src='https://www.gstatic.com/recaptcha/releases/x/recaptcha__en.js'; document.head.append(r);",
  'https://www.gstatic.com/recaptcha/releases/x/recaptcha__en.js':
    "const f=document.createElement('iframe'); f.src='https://www.google.com/recaptcha/api2/anchor'; document.body.append(f);",
  'https://js.stripe.com/v3/':
    "const c=document.createElement('iframe'); c.src='https://js.stripe.com/v3/controller.html'; document.body.append(c); fetch('https://api.stripe.com/v1/tokens',{mode:'no-cors'});",
};

const PAGES: readonly (readonly [name: string, html: string, reached: readonly string[]])[] = [
  [
    'Google Fonts, Stripe.js and reCAPTCHA',
    `<!doctype html><title>t</title><link rel="stylesheet" href="https://fonts.googleapis.com/css2?family=Inter">
     <style>body{font-family:Inter}</style><body style="margin:0">text
     <script src="https://js.stripe.com/v3/"></script><script src="https://www.google.com/recaptcha/api.js"></script></body>`,
    ['fonts.gstatic.com', 'api.stripe.com', 'js.stripe.com', 'www.gstatic.com', 'www.google.com'],
  ],
  [
    'gtag.js with its inline configuration',
    `<!doctype html><title>t</title><script async src="https://www.googletagmanager.com/gtag/js?id=G-A"></script>
     <script>window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag('config','G-A')</script><body>x</body>`,
    ['www.googletagmanager.com', 'www.google-analytics.com', 'region1.google-analytics.com'],
  ],
  [
    'Tag Manager with its inline loader',
    `<!doctype html><title>t</title><body>x<script>(function(d,i){var j=d.createElement('script');j.src='https://www.googletagmanager.com/gtm.js?id='+i;d.head.append(j)})(document,'GTM-A')</script></body>`,
    ['www.googletagmanager.com', 'region1.google-analytics.com'],
  ],
];

describe.runIf(browserOrSkip())('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  async function visit(html: string, policy: string, wanted: readonly string[]) {
    const page = await browser.newPage();
    const reached = new Set<string>();
    const violations: string[] = [];
    await page.exposeFunction('violated', (text: string) => violations.push(text));
    await page.addInitScript(
      `addEventListener('securitypolicyviolation', (e) => violated(e.effectiveDirective + ' ' + e.blockedURI))`,
    );
    await page.route('**/*', (route) => {
      const url = new URL(route.request().url());
      if (url.href === SITE) {
        const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
        return route.fulfill({ headers, body: html });
      }
      reached.add(url.hostname);
      const body = SERVICES[url.origin + url.pathname];
      if (body) return route.fulfill({ contentType: 'text/javascript', body });
      if (url.hostname === 'fonts.googleapis.com') {
        const css = '@font-face{font-family:Inter;src:url(https://fonts.gstatic.com/s/inter/a.woff2)}';
        return route.fulfill({ contentType: 'text/css', body: css });
      }
      return route.fulfill({ contentType: 'text/html', body: '' });
    });
    await page.goto(SITE);
    const allReached = () => wanted.every((host) => reached.has(host)) || violations.length > 0;
    await expect.poll(allReached).toBe(true);
    await page.close();
    return { reached, violations };
  }

  it.each(PAGES)('%s', async (_name, html, hosts) => {
    const policy = policyFor(html);
    expect(policy).not.toContain('nonce');
    const { reached, violations } = await visit(html, policy, hosts);
    expect(violations, policy).toEqual([]);
    for (const host of hosts) expect(reached).toContain(host);
  });

  it('still blocks what an attacker would add', async () => {
    const [, html] = PAGES[1] ?? [];
    const attacked = `${html}<script src="https://attacker.example/x.js"></script><img src=x onerror="fetch('https://attacker.example')">`;
    const { reached, violations } = await visit(attacked, policyFor(html ?? ''), ['attacker.example']);
    expect(violations.join('\n')).toContain('script-src-elem https://attacker.example/x.js');
    expect(reached).not.toContain('attacker.example');
  });
});
