import type { Weakness } from '../weakness.ts';

/** Cookies and cross-origin sharing. */
export const cookiesAndCors = {
  'cookie-no-secure': {
    cwe: { id: 614, fit: 'exact' },
    confidence: 'high',
  },
  'cookie-no-httponly': {
    cwe: { id: 1004, fit: 'exact' },
    confidence: 'high',
  },
  'cookie-samesite-absent': {
    cwe: { id: 1275, fit: 'close' },
    confidence: 'high',
  },
  'cookie-broad-domain': {
    cwe: { id: 565, fit: 'nearest' },
    confidence: 'low',
  },
  'cors-reflect-credentials': {
    cwe: { id: 942, fit: 'exact' },
    confidence: 'high',
  },
  'cors-null-credentials': {
    cwe: { id: 942, fit: 'close' },
    confidence: 'high',
  },
  'cors-wildcard-credentials': {
    cwe: { id: 942, fit: 'close' },
    confidence: 'high',
    note: 'Browsers reject this combination: a broken configuration, not a vulnerability.',
  },
  'cors-wildcard': {
    cwe: { id: 942, fit: 'nearest' },
    confidence: 'medium',
    note: 'Fine for public assets and public APIs.',
  },
  'cors-reflect-public': {
    cwe: { id: 942, fit: 'close' },
    confidence: 'medium',
    note: 'Without credentials, another site can read only what anyone can fetch.',
  },
  'cross-domain-open': {
    cwe: { id: 942, fit: 'exact' },
    confidence: 'medium',
    note: 'Only document viewers and old plug-ins read it. Browsers do not use it.',
  },
  'cookie-set-in-clear': {
    cwe: { id: 319, fit: 'close' },
    confidence: 'medium',
    note: 'Browsers do not store such a cookie, but its value was readable in transit.',
  },
  'cors-invalid': {
    cwe: { id: 942, fit: 'nearest' },
    confidence: 'low',
    note: 'Browsers grant no access because of it: a broken configuration, not a vulnerability.',
  },
} as const satisfies Readonly<Record<string, Weakness>>;
