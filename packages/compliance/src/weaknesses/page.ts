import type { Weakness } from '../weakness.ts';

/** What the page loads, posts and gives away. */
export const page = {
  'mixed-active': {
    cwe: { id: 319, fit: 'close' },
    confidence: 'high',
  },
  'mixed-passive': {
    cwe: { id: 319, fit: 'close' },
    confidence: 'medium',
  },
  'sri-missing': {
    cwe: { id: 353, fit: 'exact' },
    confidence: 'high',
    note: 'Integrity attributes are one technique among several; their absence alone does not decide 6.4.3.',
  },
  'js-vulnerable': {
    cwe: { id: 1395, fit: 'exact' },
    confidence: 'high',
    note: 'CWE-1395 is not in OWASP’s 2021 lists, so the category description decides there.',
  },
  'form-http': {
    cwe: { id: 319, fit: 'exact' },
    confidence: 'high',
  },
  'password-http': {
    cwe: { id: 523, fit: 'exact' },
    confidence: 'high',
  },
  'base-foreign': {
    cwe: { id: 829, fit: 'close' },
    confidence: 'medium',
  },
  'sandbox-void': {
    cwe: { id: 693, fit: 'nearest' },
    confidence: 'medium',
  },
  'blank-noopener': {
    cwe: { id: 1022, fit: 'exact' },
    confidence: 'high',
    note: 'Not in any OWASP list of 2021.',
  },
  'server-version': {
    cwe: { id: 497, fit: 'exact' },
    confidence: 'high',
    note: 'A disclosed version does not prove a vulnerability: distributions patch without changing it.',
  },
  'server-outdated': {
    cwe: { id: 1104, fit: 'close' },
    confidence: 'medium',
    note: 'Based on the banner alone: a vendor may still patch software that its project no longer supports.',
  },
  'debug-mode': {
    cwe: { id: 489, fit: 'exact' },
    confidence: 'medium',
  },
  'form-clear': {
    cwe: { id: 319, fit: 'close' },
    confidence: 'high',
    note: 'A form without a password field.',
  },
  'card-form-http': {
    cwe: { id: 319, fit: 'exact' },
    confidence: 'high',
  },
  'script-hijacked': {
    cwe: { id: 829, fit: 'close' },
    confidence: 'high',
  },
  'sri-broken': {
    cwe: null,
    confidence: 'medium',
    note: 'Availability: browsers block the file.',
  },
  'integrity-policy-void': {
    cwe: { id: 693, fit: 'nearest' },
    confidence: 'low',
    note: 'An optional feature that has no effect as configured.',
  },
} as const satisfies Readonly<Record<string, Weakness>>;
