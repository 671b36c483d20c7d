import type { Weakness } from '../weakness.ts';

/** What only a real browser shows. */
export const browser = {
  'token-exposed': {
    cwe: { id: 922, fit: 'nearest' },
    confidence: 'medium',
    note: 'Seen without anyone signed in.',
  },
  'form-elsewhere': {
    cwe: null,
    confidence: 'low',
    note: 'Right where the other site is a service of the owner.',
  },
  'tracked-before-consent': {
    cwe: { id: 359, fit: 'nearest' },
    confidence: 'low',
    note: 'Whether consent is needed is a question of law and purpose.',
  },
  'policy-broken': {
    cwe: null,
    confidence: 'low',
    note: 'A policy that blocks what does not belong there does its work.',
  },
  'token-in-address': {
    cwe: { id: 598, fit: 'close' },
    confidence: 'medium',
    note: 'Addresses are kept in logs and histories; seen without anyone signed in.',
  },
} as const satisfies Readonly<Record<string, Weakness>>;
