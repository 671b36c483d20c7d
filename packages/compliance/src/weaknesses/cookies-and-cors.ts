import type { Weakness } from '../weakness.ts';

/** Cookies and cross-origin sharing. */
export const cookiesAndCors = {
  'cookie-no-secure': {
    cwe: { id: 614, fit: 'exact' },
    owasp2021: { control: 'A05', basis: 'cwe-list' },
    owasp2025: { control: 'A02', basis: 'cwe-list' },
    pci: [
      { control: '6.2.4', use: 'supporting', when: 'OWN' },
      { control: '2.2.6', use: 'supporting', when: 'CDE' },
      { control: '4.2.1', use: 'context', when: 'PAN' },
    ],
    gdpr: ['32(1)(a)', '32(2)'],
    iso: ['A.8.26', 'A.8.24', 'A.8.5'],
    confidence: 'high',
  },
  'cookie-no-httponly': {
    cwe: { id: 1004, fit: 'exact' },
    owasp2021: { control: 'A05', basis: 'cwe-list' },
    owasp2025: { control: 'A02', basis: 'cwe-list' },
    pci: [
      { control: '6.2.4', use: 'supporting', when: 'OWN' },
      { control: '2.2.6', use: 'supporting', when: 'CDE' },
    ],
    gdpr: ['32(1)(b)', '32(2)'],
    iso: ['A.8.26', 'A.8.28'],
    confidence: 'high',
  },
  'cookie-samesite-absent': {
    cwe: { id: 1275, fit: 'close' },
    owasp2021: { control: 'A01', basis: 'cwe-list' },
    owasp2025: { control: 'A01', basis: 'cwe-list' },
    pci: [
      { control: '6.2.4', use: 'supporting', when: 'OWN' },
      { control: '2.2.6', use: 'supporting', when: 'CDE' },
    ],
    gdpr: ['32(1)(b)', '32(2)'],
    iso: ['A.8.26', 'A.8.28'],
    confidence: 'high',
  },
  'cookie-samesite-none': {
    cwe: { id: 1275, fit: 'exact' },
    owasp2021: { control: 'A01', basis: 'cwe-list' },
    owasp2025: { control: 'A01', basis: 'cwe-list' },
    pci: [
      { control: '6.2.4', use: 'supporting', when: 'OWN' },
      { control: '2.2.6', use: 'supporting', when: 'CDE' },
    ],
    gdpr: ['32(1)(b)', '32(2)'],
    iso: ['A.8.26', 'A.8.28'],
    confidence: 'high',
  },
  'cookie-broad-domain': {
    cwe: { id: 565, fit: 'nearest' },
    owasp2021: { control: 'A05', basis: 'category-text' },
    owasp2025: { control: 'A02', basis: 'category-text' },
    pci: [
      { control: '6.2.4', use: 'supporting', when: 'OWN' },
      { control: '2.2.6', use: 'supporting', when: 'CDE' },
    ],
    gdpr: ['32(1)(b)', '32(2)'],
    iso: ['A.8.26'],
    confidence: 'low',
  },
  'cors-reflect-credentials': {
    cwe: { id: 942, fit: 'exact' },
    owasp2021: { control: 'A05', basis: 'cwe-list' },
    owasp2025: { control: 'A02', basis: 'cwe-list' },
    pci: [
      { control: '6.2.4', use: 'supporting', when: 'OWN' },
      { control: '2.2.6', use: 'supporting', when: 'CDE' },
    ],
    gdpr: ['32(1)(b)', '32(2)'],
    iso: ['A.8.26', 'A.8.3', 'A.8.28'],
    confidence: 'high',
  },
  'cors-null-credentials': {
    cwe: { id: 942, fit: 'close' },
    owasp2021: { control: 'A05', basis: 'cwe-list' },
    owasp2025: { control: 'A02', basis: 'cwe-list' },
    pci: [
      { control: '6.2.4', use: 'supporting', when: 'OWN' },
      { control: '2.2.6', use: 'supporting', when: 'CDE' },
    ],
    gdpr: ['32(1)(b)', '32(2)'],
    iso: ['A.8.26', 'A.8.3'],
    confidence: 'high',
  },
  'cors-wildcard-credentials': {
    cwe: { id: 942, fit: 'close' },
    owasp2021: { control: 'A05', basis: 'cwe-list' },
    owasp2025: { control: 'A02', basis: 'cwe-list' },
    pci: [
      { control: '6.2.4', use: 'supporting', when: 'OWN' },
      { control: '2.2.6', use: 'supporting', when: 'CDE' },
    ],
    gdpr: ['32(1)(b)', '32(2)'],
    iso: ['A.8.26'],
    confidence: 'high',
    note: 'Browsers refuse this pair: a broken configuration, not an open door.',
  },
  'cors-wildcard': {
    cwe: { id: 942, fit: 'nearest' },
    owasp2021: { control: 'A05', basis: 'category-text' },
    owasp2025: { control: 'A02', basis: 'category-text' },
    pci: [],
    gdpr: [],
    iso: ['A.8.26'],
    confidence: 'medium',
    note: 'Right for public assets and public APIs.',
  },
} as const satisfies Record<string, Weakness>;
