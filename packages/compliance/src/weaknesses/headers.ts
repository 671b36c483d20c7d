import type { Weakness } from '../weakness.ts';

/** What response headers leave open. */
export const headers = {
  'csp-missing': {
    cwe: { id: 693, fit: 'nearest' },
    confidence: 'medium',
    note: 'A policy is a mitigation. Its absence does not prove script injection, so CWE-79 is never listed.',
  },
  'csp-unsafe-inline': {
    cwe: { id: 693, fit: 'nearest' },
    confidence: 'medium',
  },
  'csp-unsafe-eval': {
    cwe: { id: 693, fit: 'nearest' },
    confidence: 'medium',
  },
  'csp-broad-source': {
    cwe: { id: 942, fit: 'close' },
    confidence: 'medium',
  },
  'csp-no-base-uri': {
    cwe: { id: 693, fit: 'nearest' },
    confidence: 'medium',
  },
  'csp-report-only': {
    cwe: { id: 693, fit: 'nearest' },
    confidence: 'medium',
  },
  'hsts-missing': {
    cwe: { id: 319, fit: 'close' },
    confidence: 'high',
  },
  'hsts-short': {
    cwe: { id: 319, fit: 'close' },
    confidence: 'medium',
  },
  clickjacking: {
    cwe: { id: 1021, fit: 'exact' },
    confidence: 'high',
    note: 'OWASP lists CWE-1021 under Insecure Design, but also mentions missing headers under Security Misconfiguration.',
  },
  'xfo-invalid': {
    cwe: { id: 1021, fit: 'close' },
    confidence: 'high',
    note: 'Counts only where frame-ancestors is not set.',
  },
  'data-framing': {
    cwe: { id: 693, fit: 'nearest' },
    confidence: 'low',
    note: 'The response is not a page, so there is nothing to click on. The header only protects error pages.',
  },
  'nosniff-missing': {
    cwe: { id: 693, fit: 'nearest' },
    confidence: 'medium',
  },
  'referrer-missing': {
    cwe: { id: 693, fit: 'nearest' },
    confidence: 'low',
  },
  'referrer-unsafe': {
    cwe: { id: 201, fit: 'close' },
    confidence: 'medium',
  },
  'permissions-missing': {
    cwe: { id: 693, fit: 'nearest' },
    confidence: 'low',
  },
  'cache-sensitive': {
    cwe: { id: 525, fit: 'close' },
    confidence: 'medium',
  },
  'clear-site-data-void': {
    cwe: { id: 525, fit: 'nearest' },
    confidence: 'low',
    note: 'An optional feature that has no effect as configured. It does not decide what browsers store.',
  },
  'coop-missing': {
    cwe: { id: 693, fit: 'nearest' },
    confidence: 'low',
  },
  'coep-missing': {
    cwe: { id: 693, fit: 'nearest' },
    confidence: 'low',
    note: 'An optional feature. Its absence is not a defect on an ordinary site.',
  },
  'corp-missing': {
    cwe: { id: 693, fit: 'nearest' },
    confidence: 'low',
  },
  'csp-faulty': {
    cwe: { id: 693, fit: 'nearest' },
    confidence: 'medium',
    note: 'A policy with a mistake does not do what was intended.',
  },
} as const satisfies Readonly<Record<string, Weakness>>;
