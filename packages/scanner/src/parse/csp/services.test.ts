import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import data from '../../data/csp-services.json' with { type: 'json' };
import { readPage } from '../page/page.ts';
import { NONCE_PLACEHOLDER } from './clean.ts';
import { PolicyDecisions } from './decide.ts';
import { cspFaults } from './faults.ts';
import { probeUrl, type ProbeUrl } from './match.ts';
import { parseCspHeader } from './policy.ts';
import { servicesOn } from './services.ts';
import { suggestCsp } from './suggest.ts';

const SELF = probeUrl('https://shop.example/') as ProbeUrl;
const digest = (text: string) => createHash('sha256').update(text).digest('base64');
const pageOf = (html: string) =>
  readPage(
    new TextEncoder().encode(html),
    { url: 'https://shop.example/', contentType: 'text/html', truncated: false },
    digest,
  );
const isPublicSuffix = (domain: string) => ['com', 'io'].includes(domain);
const suggest = (html: string) => suggestCsp({ policies: [], self: SELF, page: pageOf(html), isPublicSuffix });

/** What each service loads according to its documentation: directive and URL. */
const PAGES: readonly (readonly [name: string, html: string, needs: readonly (readonly [string, string])[]])[] = [
  [
    'Google Fonts',
    '<link rel="stylesheet" href="https://fonts.googleapis.com/css2?family=Inter">',
    [
      ['style-src-elem', 'https://fonts.googleapis.com/css2'],
      ['font-src', 'https://fonts.gstatic.com/s/inter/v18/a.woff2'],
    ],
  ],
  [
    'Matomo Cloud',
    `<script>var _paq=window._paq||[];(function(){var u="https://acme.matomo.cloud/";
     g.src="https://cdn.matomo.cloud/acme.matomo.cloud/matomo.js";})();</script>`,
    [
      ['script-src-elem', 'https://cdn.matomo.cloud/acme.matomo.cloud/matomo.js'],
      ['connect-src', 'https://acme.matomo.cloud/matomo.php'],
      ['img-src', 'https://acme.matomo.cloud/matomo.php'],
    ],
  ],
  [
    'self-hosted Matomo',
    `<script>var _paq=window._paq||[];(function(){var u="//stats.shop.example/";_paq.push(['setTrackerUrl',u+'matomo.php']);
     g.src=u+'matomo.js';})();</script>`,
    [
      ['script-src-elem', 'https://stats.shop.example/matomo.js'],
      ['connect-src', 'https://stats.shop.example/matomo.php'],
    ],
  ],
  [
    'Datadog RUM',
    '<script src="https://www.datadoghq-browser-agent.com/eu1/v5/datadog-rum.js"></script>',
    [['connect-src', 'https://browser-intake-datadoghq.eu/api/v2/rum']],
  ],
  [
    'Sentry',
    '<script src="https://js.sentry-cdn.com/0a1b2c3d.min.js" crossorigin="anonymous"></script>',
    [
      ['script-src-elem', 'https://browser.sentry-cdn.com/8.0.0/bundle.min.js'],
      ['connect-src', 'https://o1.ingest.de.sentry.io/api/1/envelope/'],
    ],
  ],
  [
    'tawk.to',
    '<script>(function(){s1.src="https://embed.tawk.to/5f0/default";})();</script>',
    [
      ['script-src-elem', 'https://embed.tawk.to/5f0/default'],
      ['connect-src', 'https://va.tawk.to/v1/session/start'],
      ['connect-src', 'wss://vsa1.tawk.to/s/'],
    ],
  ],
  [
    'Usercentrics, Umami and an Instagram post',
    `<script src="https://app.usercentrics.eu/browser-ui/latest/loader.js"></script>
     <script defer src="https://cloud.umami.is/script.js"></script><script src="//www.instagram.com/embed.js"></script>`,
    [
      ['connect-src', 'https://api.usercentrics.eu/settings/x/latest/en.json'],
      ['connect-src', 'https://cloud.umami.is/api/send'],
      ['frame-src', 'https://www.instagram.com/p/x/embed/'],
    ],
  ],
  [
    'reCAPTCHA',
    '<script src="https://www.google.com/recaptcha/api.js" async></script><form><div class="g-recaptcha"></div></form>',
    [
      ['script-src-elem', 'https://www.google.com/recaptcha/api.js'],
      ['script-src-elem', 'https://www.gstatic.com/recaptcha/releases/abc/recaptcha__en.js'],
      ['frame-src', 'https://www.google.com/recaptcha/api2/anchor'],
    ],
  ],
  [
    'Stripe.js',
    '<script src="https://js.stripe.com/v3/"></script>',
    [
      ['script-src-elem', 'https://js.stripe.com/v3/'],
      ['frame-src', 'https://js.stripe.com/v3/elements-inner.html'],
      ['frame-src', 'https://hooks.stripe.com/3d_secure'],
      ['connect-src', 'https://api.stripe.com/v1/payment_methods'],
    ],
  ],
  [
    'gtag.js',
    `<script async src="https://www.googletagmanager.com/gtag/js?id=G-ABC"></script>
     <script>window.dataLayer=[];function gtag(){dataLayer.push(arguments)}gtag('config','G-ABC')</script>`,
    [
      ['script-src-elem', 'https://www.googletagmanager.com/gtag/js'],
      ['connect-src', 'https://region1.google-analytics.com/g/collect'],
      ['img-src', 'https://www.google-analytics.com/collect'],
    ],
  ],
  [
    'Tag Manager with its inline loader',
    `<script>(function(w,d,s,l,i){j=d.createElement(s);j.src='https://www.googletagmanager.com/gtm.js?id='+i})(window,document,'script','dataLayer','GTM-A')</script>`,
    [
      ['script-src-elem', 'https://www.googletagmanager.com/gtm.js'],
      ['script-src-elem', 'https://www.googletagmanager.com/gtag/js'],
      ['connect-src', 'https://www.google-analytics.com/g/collect'],
    ],
  ],
  [
    'Font Awesome from a library CDN, with its fonts on the same host',
    '<link rel="stylesheet" href="https://cdnjs.cloudflare.com/ajax/libs/font-awesome/6.5.1/css/all.min.css">',
    [['font-src', 'https://cdnjs.cloudflare.com/ajax/libs/font-awesome/6.5.1/webfonts/fa-solid-900.woff2']],
  ],
  [
    'YouTube, Vimeo and a map',
    '<iframe src="https://www.youtube.com/embed/x"></iframe><iframe src="https://player.vimeo.com/video/1"></iframe><iframe src="https://www.google.com/maps/embed?pb=1"></iframe>',
    [
      ['frame-src', 'https://www.youtube.com/embed/x'],
      ['frame-src', 'https://player.vimeo.com/video/1'],
      ['frame-src', 'https://www.google.com/maps/embed'],
    ],
  ],
  [
    'Razorpay',
    '<script src="https://checkout.razorpay.com/v1/checkout.js"></script>',
    [
      ['frame-src', 'https://api.razorpay.com/v1/checkout/public'],
      ['connect-src', 'https://lumberjack.razorpay.com/v1/track'],
    ],
  ],
];

describe.each(PAGES)('%s', (_name, html, needs) => {
  const text = suggest(html);
  const [policy] = parseCspHeader([text]);
  if (!policy) throw new Error('no policy');
  const decisions = new PolicyDecisions(policy, SELF);
  it.each(needs)('%s %s', (directive, url) => {
    const probe = probeUrl(url) as ProbeUrl;
    const admitted =
      directive === 'script-src-elem' ? decisions.allowsTrustedScriptFrom(probe) : decisions.matches(directive, probe);
    expect(admitted, text).toBe(true);
  });
  it('has no faults, allows no unknown host and needs no nonce', () => {
    // Some services insert styles into the page, which only the keyword allows.
    const faults = cspFaults([policy], SELF, isPublicSuffix).filter(({ code }) => code !== 'inline_styles');
    expect(faults).toEqual([]);
    for (const directive of ['script-src-elem', 'connect-src', 'frame-src', 'img-src', 'font-src', 'form-action'])
      expect(decisions.matches(directive, probeUrl('https://attacker.invalid/') as ProbeUrl), directive).toBe(false);
    expect(text).not.toContain('nonce');
  });
});

it('adds no sources for what the page does not use', () => {
  expect(suggest('<p>plain</p>')).toBe(
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'; " +
      'upgrade-insecure-requests',
  );
  expect(suggest('<img src="data:image/gif;base64,R0lG">')).toContain("img-src 'self' data:;");
});

it('switches to a nonce where a list of hosts is not safe', () => {
  const text = suggest('<script src="https://maps.googleapis.com/maps/api/js?key=k&callback=init"></script>');
  expect(text).toContain(`${NONCE_PLACEHOLDER} 'strict-dynamic'`);
});

it('keeps the restrictions of X-Frame-Options', () => {
  const page = pageOf('<p>x</p>');
  expect(suggestCsp({ policies: [], self: SELF, page, isPublicSuffix, framing: ["'none'"] })).toContain(
    "frame-ancestors 'none'",
  );
});

it('does not upgrade resources of a site without https', () => {
  const self = probeUrl('http://shop.example/') as ProbeUrl;
  const page = pageOf('<img src="http://pics.example/a.png">');
  const text = suggestCsp({ policies: [], self, page: { ...page, url: 'http://shop.example/' }, isPublicSuffix });
  expect(text).toContain("img-src 'self' pics.example");
  expect(text).not.toContain('upgrade-insecure-requests');
});

describe('the table', () => {
  it.each(data.services.map((service) => [service.id, service] as const))('%s is valid', (_id, { markup, csp }) => {
    expect(Object.keys(markup).length).toBeGreaterThan(0);
    for (const [directive, sources] of Object.entries(csp)) {
      const [policy] = parseCspHeader([`${directive} ${sources.join(' ').replaceAll('{1}', 'stats.example')}`]);
      const kinds = policy ? new PolicyDecisions(policy, SELF).sources(directive)?.map(({ kind }) => kind) : [];
      expect(kinds, directive).not.toContain('invalid');
    }
  });
});

it('finds no service on a page that has none', () => {
  expect(servicesOn(pageOf('<script src="/app.js"></script><img src="https://cdn.shop.example/a.png">'))).toEqual([]);
});
