import type { Words } from '../words/en.ts';

interface Link {
  href: string;
  text: keyof Words['nav'];
}

/** In the header of every page, in this order. */
export const HEADER_LINKS: readonly Link[] = [
  { href: '/checks', text: 'checks' },
  { href: '/pricing', text: 'pricing' },
  { href: '/leaderboard', text: 'leaderboard' },
  { href: '/docs', text: 'api' },
  { href: '/account', text: 'account' },
];

/** In the footer of every page. */
export const FOOTER_LINKS: readonly Link[] = [
  { href: '/method', text: 'method' },
  { href: '/verify', text: 'verify' },
  { href: '/open', text: 'open' },
  { href: '/changelog', text: 'changelog' },
  { href: '/terms', text: 'terms' },
  { href: '/privacy', text: 'privacy' },
  { href: '/refunds', text: 'refunds' },
  { href: '/contact', text: 'contact' },
  { href: '/.well-known/security.txt', text: 'vulnerability' },
];
