import type { RealPage } from '../real-pages.ts';
import { html, loader } from './html.ts';

const GTAG =
  '<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script><script>window.dataLayer=[];function gtag(){dataLayer.push(arguments)}gtag("js",1)</script>';
const page = (name: string, head: string, body: string, find: RealPage['find']): RealPage => ({
  name,
  site: { '/': html(name, head, `<h1>${name}</h1>${body}`) },
  find,
});
const HELD = { proven: true };
const TRACKED = { trackers: 'tracked' };

/** Pages with widely used services. */
export const servicePages: readonly RealPage[] = [
  page('analytics 4', GTAG, '', {
    requests: ['https://region1.google-analytics.com/g/collect'],
    outcomes: TRACKED,
    policy: HELD,
  }),
  page(
    'tag manager',
    `<script>${loader('https://www.googletagmanager.com/gtm.js?id=GTM-1')}</script>`,
    '<noscript><iframe src="https://www.googletagmanager.com/ns.html"></iframe></noscript>',
    {
      requests: ['https://connect.facebook.net/signals/config/1.js', 'https://www.facebook.com/tr/'],
      outcomes: TRACKED,
      policy: { proven: true, has: ["'strict-dynamic'"] },
    },
  ),
  page('meta pixel', `<script>${loader('https://connect.facebook.net/en_US/fbevents.js')}</script>`, '', {
    outcomes: TRACKED,
    policy: HELD,
  }),
  page('hotjar', `<script>${loader('https://static.hotjar.com/c/hotjar-1.js')}</script>`, '', {
    requests: ['wss://ws.hotjar.com/api'],
    outcomes: TRACKED,
  }),
  page('clarity', `<script>${loader('https://www.clarity.ms/tag/abc')}</script>`, '', {
    requests: ['https://c.clarity.ms/c.gif'],
    outcomes: TRACKED,
    policy: HELD,
  }),
  page('plausible', '<script defer src="https://plausible.io/js/script.js"></script>', '', {
    requests: ['https://plausible.io/api/event'],
    outcomes: TRACKED,
    policy: HELD,
  }),
  page('segment', `<script>${loader('https://cdn.segment.com/analytics.js/v1/k/analytics.min.js')}</script>`, '', {
    requests: ['https://www.google-analytics.com/collect'],
    outcomes: TRACKED,
    policy: HELD,
  }),
  page(
    'sentry',
    '<script src="https://browser.sentry-cdn.com/7.105.0/bundle.min.js" crossorigin="anonymous"></script>',
    '',
    { outcomes: { trackers: 'good', 'script-integrity': 'missing' }, policy: HELD },
  ),
  page('intercom', `<script>${loader('https://widget.intercom.io/widget/abc')}</script>`, '', {
    requests: ['https://api-iam.intercom.io/messenger/web/ping'],
    policy: HELD,
  }),
  page(
    'recaptcha',
    '<script src="https://www.google.com/recaptcha/api.js" async></script>',
    '<form method="post" action="/contact"><textarea name="m"></textarea></form>',
    { requests: ['https://www.google.com/recaptcha/api2/anchor'], policy: HELD },
  ),
  page('google fonts', '<link rel="stylesheet" href="https://fonts.googleapis.com/css2?family=A">', '', {
    requests: ['https://fonts.gstatic.com/s/a/v1/a.woff2'],
    policy: { proven: true, has: ['font-src https://fonts.gstatic.com'] },
  }),
  page('youtube', '', '<iframe src="https://www.youtube.com/embed/abc" allow="fullscreen; encrypted-media"></iframe>', {
    policy: { proven: true, has: ['frame-src https://www.youtube.com'] },
  }),
  page(
    'jquery and icons',
    '<link rel="stylesheet" href="https://cdnjs.cloudflare.com/ajax/libs/font-awesome/6.4.0/css/all.min.css"><script src="https://code.jquery.com/jquery-3.7.1.min.js"></script>',
    '<script>$(function(){document.body.dataset.a=1})</script>',
    { outcomes: { 'script-integrity': 'missing' }, policy: HELD },
  ),
  page('htmx', '<script src="https://unpkg.com/htmx.org@1.9.10"></script>', '', { policy: HELD }),
  page(
    'alpine',
    '<script defer src="https://cdn.jsdelivr.net/npm/alpinejs@3.13.5/dist/cdn.min.js"></script>',
    '<div x-data="{a:1}"></div>',
    { policy: { proven: true, has: ["'unsafe-eval'"] } },
  ),
];
