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
    note: 'Browsers refuse this pair: a broken configuration, not an open door.',
  },
  'cors-wildcard': {
    cwe: { id: 942, fit: 'nearest' },
    confidence: 'medium',
    note: 'Right for public assets and public APIs.',
  },
  'cors-reflect-public': {
    cwe: { id: 942, fit: 'close' },
    confidence: 'medium',
    note: 'Without credentials another site reads only what anyone can fetch.',
  },
  'cross-domain-open': {
    cwe: { id: 942, fit: 'exact' },
    confidence: 'medium',
    note: 'Read by document viewers and old plug-ins; browsers themselves have no use for it.',
  },
  'cookie-set-in-clear': {
    cwe: { id: 319, fit: 'close' },
    confidence: 'medium',
    note: 'Browsers do not store such a cookie; its value was readable on the way.',
  },
  'cors-invalid': {
    cwe: { id: 942, fit: 'nearest' },
    confidence: 'low',
    note: 'Browsers grant nothing on it: a broken configuration, not an open door.',
  },
} as const satisfies Readonly<Record<string, Weakness>>;
