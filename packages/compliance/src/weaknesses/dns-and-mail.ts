import type { Weakness } from '../weakness.ts';

/** Names, mail policies and the contact file. */
export const dnsAndMail = {
  'caa-missing': {
    cwe: null,
    confidence: 'medium',
    note: 'No CWE fits, no PCI DSS requirement covers it, and the OWASP Top 10 does not cover DNS.',
  },
  'dnssec-missing': {
    cwe: { id: 345, fit: 'nearest' },
    confidence: 'low',
    note: 'No PCI DSS requirement covers DNSSEC.',
  },
  'dnssec-bogus': {
    cwe: null,
    confidence: 'medium',
    note: 'An outage rather than a leak.',
  },
  'spf-missing': {
    cwe: { id: 290, fit: 'nearest' },
    confidence: 'medium',
    note: 'The OWASP Top 10 does not cover mail.',
  },
  'spf-permissive': {
    cwe: { id: 290, fit: 'nearest' },
    confidence: 'medium',
  },
  'dmarc-missing': {
    cwe: { id: 290, fit: 'nearest' },
    confidence: 'medium',
    note: 'PCI DSS mentions it only in guidance: 5.4.1 is about protecting personnel.',
  },
  'dmarc-none': {
    cwe: { id: 290, fit: 'nearest' },
    confidence: 'medium',
  },
  'mta-sts-missing': {
    cwe: { id: 319, fit: 'close' },
    confidence: 'medium',
  },
  'mail-clear-text': {
    cwe: { id: 319, fit: 'close' },
    confidence: 'medium',
  },
  'dkim-weak': {
    cwe: { id: 326, fit: 'close' },
    confidence: 'medium',
    note: 'The OWASP Top 10 does not cover mail.',
  },
  'tls-rpt-faulty': {
    cwe: { id: 319, fit: 'nearest' },
    confidence: 'low',
    note: 'Senders cannot report failed encryption. The mail itself is not affected.',
  },
  'securitytxt-missing': {
    cwe: null,
    confidence: 'medium',
    note: 'PCI DSS mentions public reporting only in the guidance to 6.3.1.',
  },
  'securitytxt-expired': {
    cwe: null,
    confidence: 'medium',
  },
  'dangling-name': {
    cwe: { id: 672, fit: 'nearest' },
    confidence: 'medium',
    note: 'Anyone who registers the missing target can take over the name.',
  },
  'dns-fragile': {
    cwe: null,
    confidence: 'medium',
    note: 'Availability, not disclosure: the names stop resolving when a single part fails.',
  },
  'mail-tls-obsolete': {
    cwe: { id: 326, fit: 'close' },
    confidence: 'medium',
  },
  'mail-dane-mismatch': {
    cwe: { id: 296, fit: 'nearest' },
    confidence: 'low',
    note: 'Only mail servers that use TLSA records refuse to deliver.',
  },
  'dkim-faulty': {
    cwe: { id: 290, fit: 'nearest' },
    confidence: 'medium',
    note: 'Receivers cannot verify signatures with an invalid record.',
  },
  'mx-dangling': {
    cwe: { id: 672, fit: 'nearest' },
    confidence: 'medium',
    note: 'Anyone who registers the name can receive mail for the domain.',
  },
  informational: {
    cwe: null,
    confidence: 'high',
    note: 'An observation that no control of these frameworks covers.',
  },
} as const satisfies Readonly<Record<string, Weakness>>;
