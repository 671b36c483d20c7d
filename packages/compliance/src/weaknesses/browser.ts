import type { Weakness } from '../weakness.ts';

/** What only a real browser shows. */
export const browser = {
  'token-exposed': {
    cwe: { id: 922, fit: 'nearest' },
    confidence: 'medium',
    note: 'Observed without signing in.',
  },
  'form-elsewhere': {
    cwe: null,
    confidence: 'low',
    note: 'Fine if the owner uses the other site as a service.',
  },
  'tracked-before-consent': {
    cwe: { id: 359, fit: 'nearest' },
    confidence: 'low',
    note: 'Whether consent is needed depends on the law and the purpose.',
  },
  'policy-broken': {
    cwe: null,
    confidence: 'low',
    note: 'A policy that blocks something unwanted works as intended.',
  },
  'token-in-address': {
    cwe: { id: 598, fit: 'close' },
    confidence: 'medium',
    note: 'URLs are stored in logs and browser histories. Observed without signing in.',
  },
} as const satisfies Readonly<Record<string, Weakness>>;
