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
    note: 'CWE-1395 is in no list of 2021; the category text decides there.',
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
    note: 'In no OWASP list of 2021.',
  },
  'server-version': {
    cwe: { id: 497, fit: 'exact' },
    confidence: 'high',
    note: 'A version shown is not proof that it is vulnerable: distributions patch without changing it.',
  },
  'server-outdated': {
    cwe: { id: 1104, fit: 'close' },
    confidence: 'medium',
    note: 'Told by the banner alone: a vendor may still patch what its project has given up.',
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
  'script-hijacked': {
    cwe: { id: 829, fit: 'close' },
    confidence: 'high',
  },
  'sri-broken': {
    cwe: null,
    confidence: 'medium',
    note: 'Availability: browsers refuse the file.',
  },
  'integrity-policy-void': {
    cwe: { id: 693, fit: 'nearest' },
    confidence: 'low',
    note: 'An opt-in feature that has no effect as it is written.',
  },
} as const satisfies Readonly<Record<string, Weakness>>;
