import { daysFromNow } from '../ca.ts';
import type { SiteOptions } from '../site.ts';

export interface DemoSite extends SiteOptions {
  /** What it demonstrates, in a few words. */
  shows: string;
}

const HTML = ['Content-Type', 'text/html; charset=utf-8'] as const;

function page(body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Palisade lab</title>${head}</head><body>${body}</body></html>`;
}

const GOOD_HEADERS = [
  HTML,
  [
    'Content-Security-Policy',
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  ],
  ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains; preload'],
  ['X-Frame-Options', 'DENY'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Embedder-Policy', 'require-corp'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Cache-Control', 'no-store'],
] as const;

function securityTxt(host: string): string {
  return [
    `Contact: mailto:security@${host}`,
    `Expires: ${daysFromNow(90).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: https://${host}/.well-known/security.txt`,
    '',
  ].join('\n');
}

const NOT_FOUND = { status: 404, headers: [HTML], body: page('<h1>Not found</h1>') } as const;

/** One site per kind of finding, so that a newcomer can see each of them offline. */
export const DEMO_SITES: readonly DemoSite[] = [
  {
    host: 'perfect.test',
    shows: 'everything configured correctly',
    https: {
      elsewhere: NOT_FOUND,
      headers: [...GOOD_HEADERS, ['Set-Cookie', '__Host-session=1; Path=/; Secure; HttpOnly; SameSite=Lax']],
      body: page('<h1>Nothing to fix</h1>'),
      routes: {
        '/.well-known/security.txt': {
          headers: [['Content-Type', 'text/plain; charset=utf-8']],
          body: securityTxt('perfect.test'),
        },
      },
    },
  },
  {
    host: 'bare.test',
    shows: 'no security header at all',
    https: { elsewhere: NOT_FOUND, headers: [HTML], body: page('<h1>Bare</h1>') },
  },
  {
    host: 'messy.test',
    shows: 'ineffective headers, disclosed versions, a page with many faults',
    https: {
      elsewhere: NOT_FOUND,
      headers: [
        HTML,
        ['Content-Security-Policy', "default-src * 'unsafe-inline' 'unsafe-eval'; script-src self https:"],
        ['Strict-Transport-Security', 'max-age=300'],
        ['X-Frame-Options', 'ALLOW-FROM https://partner.test'],
        ['X-Content-Type-Options', 'sniff'],
        ['Referrer-Policy', 'unsafe-url'],
        ['Access-Control-Allow-Origin', '*'],
        ['Server', 'nginx/1.18.0'],
        ['X-Powered-By', 'PHP/7.4.3'],
        ['Set-Cookie', 'PHPSESSID=0123456789abcdef0123456789abcdef; path=/'],
      ],
      body: page(
        '<form action="http://messy.test/login" method="post"><input type="password" name="p"></form>' +
          '<img src="http://images.test/a.png" alt=""><iframe src="http://frames.test/"></iframe>',
        '<meta name="generator" content="WordPress 5.2.1">' +
          '<script src="https://cdn.jsdelivr.net/npm/jquery@1.12.4/dist/jquery.min.js"></script>' +
          '<script src="http://cdn.test/tracker.js"></script>',
      ),
    },
    http: { elsewhere: NOT_FOUND, headers: [HTML], body: page('<h1>Plain http, and no redirect</h1>') },
  },
  {
    host: 'expired.test',
    shows: 'a certificate that expired yesterday',
    certificate: { notBefore: daysFromNow(-60), notAfter: daysFromNow(-1) },
  },
  {
    host: 'wrong-name.test',
    shows: 'a certificate for a different name',
    certificate: { names: ['other.test'] },
  },
  {
    host: 'redirects.test',
    shows: 'http redirected to https on another path',
    https: {
      elsewhere: NOT_FOUND,
      status: 302,
      headers: [['Location', '/welcome']],
      routes: { '/welcome': { headers: [...GOOD_HEADERS], body: page('<h1>Welcome</h1>') } },
    },
  },
  {
    host: 'cookies.test',
    shows: 'cookies with every kind of fault',
    https: {
      elsewhere: NOT_FOUND,
      headers: [
        ...GOOD_HEADERS,
        ['Set-Cookie', 'sessionid=4f1c9a0b7d; Path=/'],
        ['Set-Cookie', 'csrftoken=1c9a; Path=/; Secure'],
        ['Set-Cookie', '__Host-id=1; Path=/app; Secure'],
        ['Set-Cookie', 'embed=1; SameSite=None'],
        ['Set-Cookie', 'old=; Max-Age=0'],
        ['Set-Cookie', 'theme=dark; Path=/; Secure; SameSite=Lax'],
      ],
      body: page('<h1>Cookies</h1>'),
    },
  },
  {
    host: 'mixed.test',
    shows: 'active and passive mixed content',
    https: {
      elsewhere: NOT_FOUND,
      headers: [HTML],
      body: page(
        '<img src="http://media.test/a.png" alt=""><picture><source srcset="http://media.test/a.webp"><img src="/a.png" alt=""></picture>',
        '<script src="http://cdn.test/a.js"></script><link rel="stylesheet" href="http://cdn.test/a.css">',
      ),
    },
  },
  {
    host: 'cors.test',
    shows: 'any origin reflected, with credentials',
    https: {
      elsewhere: NOT_FOUND,
      headers: [HTML],
      body: page('<h1>Shared with everyone</h1>'),
      cors: { allow: 'reflect', credentials: true },
    },
  },
  {
    host: 'http-only.test',
    shows: 'no https at all',
    https: 'none',
    http: { elsewhere: NOT_FOUND, headers: [HTML], body: page('<h1>Plain</h1>') },
  },
  {
    host: 'slow.test',
    shows: 'a response after three seconds',
    https: { elsewhere: NOT_FOUND, headers: [...GOOD_HEADERS], body: page('<h1>Slow</h1>'), delayMs: 3000 },
  },
];

/** Mail and CAA records, next to the sites' addresses. */
export const DEMO_RECORDS: readonly string[] = [
  'perfect.test CAA 0 issue "ca.example"',
  'perfect.test MX 10 mail.perfect.test.',
  'mail.perfect.test A 127.77.0.2',
  'perfect.test TXT "v=spf1 mx -all"',
  '_dmarc.perfect.test TXT "v=DMARC1; p=reject; rua=mailto:dmarc@perfect.test"',
  'messy.test TXT "v=spf1 +all"',
  '_dmarc.messy.test TXT "v=DMARC1; p=none"',
];
