import type { RealPage } from '../real-pages.ts';
import { html } from './html.ts';

/** Banners that ask first, and pages that do not wait for the answer. */
export const consentPages: readonly RealPage[] = [
  {
    name: 'cookiebot',
    site: {
      '/': html('Consent', '<script src="https://consent.cookiebot.com/uc.js"></script>', '<h1>Consent</h1>').replace(
        '<script src',
        '<script defer src',
      ),
    },
    find: {
      requests: ['https://consentcdn.cookiebot.com/config.js'],
      outcomes: { trackers: 'good' },
      policy: { proven: true },
    },
  },
  {
    name: 'onetrust',
    site: {
      '/': html(
        'Consent',
        '<script defer src="https://cdn.cookielaw.org/scripttemplates/otSDKStub.js"></script>',
        '<h1>Consent</h1>',
      ),
    },
    find: { outcomes: { trackers: 'good' }, policy: { proven: true } },
  },
  {
    name: 'banner that waits for nothing',
    site: {
      '/': html(
        'Consent',
        '<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>',
        '<div id="cookie-banner">Cookies? <button type="button">Accept</button></div>',
      ),
    },
    find: { outcomes: { trackers: 'tracked' }, policy: { proven: true } },
  },
  {
    name: 'blocked until consent',
    site: {
      '/': html(
        'Consent',
        '<script type="text/plain" data-category="analytics" src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>',
        '<div id="cookie-banner">Cookies?</div>',
      ),
    },
    find: { outcomes: { trackers: 'good' }, policy: { proven: true } },
  },
];
