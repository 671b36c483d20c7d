import type { Weakness } from '../weakness.ts';

/** HTTP without encryption, certificates and TLS. */
export const transport = {
  'http-no-redirect': {
    cwe: { id: 319, fit: 'close' },
    confidence: 'high',
  },
  'https-downgrade': {
    cwe: { id: 319, fit: 'close' },
    confidence: 'high',
  },
  'cert-expired': {
    cwe: { id: 324, fit: 'close' },
    confidence: 'high',
    note: 'CWE-298 and CWE-295 describe a client that does not check; CWE-324 describes the server.',
  },
  'cert-expiring': {
    cwe: null,
    confidence: 'medium',
    note: 'Not a weakness yet: no CWE and no OWASP category.',
  },
  'cert-lifetime': {
    cwe: { id: 296, fit: 'nearest' },
    confidence: 'medium',
    note: 'Browsers reject a certificate with too long a lifetime. The CWE describes the client’s validation.',
  },
  'cert-name-mismatch': {
    cwe: { id: 297, fit: 'nearest' },
    confidence: 'medium',
    note: 'The CWE describes the client’s validation. The OWASP category is chosen by its description.',
  },
  'cert-untrusted': {
    cwe: { id: 296, fit: 'nearest' },
    confidence: 'medium',
    note: 'The CWE describes the client’s validation. The OWASP category is chosen by its description.',
  },
  'cert-chain': {
    cwe: { id: 296, fit: 'nearest' },
    confidence: 'medium',
  },
  'chain-disordered': {
    cwe: null,
    confidence: 'medium',
    note: 'Old clients may reject it. It is not a vulnerability.',
  },
  'dane-mismatch': {
    cwe: { id: 296, fit: 'nearest' },
    confidence: 'low',
    note: 'Only clients that use TLSA records refuse to connect; browsers do not.',
  },
  'cert-revoked': {
    cwe: { id: 299, fit: 'nearest' },
    confidence: 'low',
  },
  'cert-weak-key': {
    cwe: { id: 326, fit: 'exact' },
    confidence: 'high',
  },
  'cert-weak-signature': {
    cwe: { id: 328, fit: 'exact' },
    confidence: 'high',
  },
  'tls-obsolete': {
    cwe: { id: 326, fit: 'close' },
    confidence: 'high',
  },
  'tls-weak-cipher': {
    cwe: { id: 327, fit: 'exact' },
    confidence: 'high',
  },
  'tls-no-fs': {
    cwe: { id: 326, fit: 'nearest' },
    confidence: 'medium',
  },
  'tls-weak-preference': {
    cwe: { id: 757, fit: 'close' },
    confidence: 'medium',
  },
  'tls-no-13': {
    cwe: null,
    confidence: 'high',
    note: 'Well-configured TLS 1.2 is acceptable: an observation, not a weakness.',
  },
  'redirect-loop': {
    cwe: { id: 835, fit: 'nearest' },
    confidence: 'low',
    note: 'An unreachable page: availability, not disclosure.',
  },
  'tls-handshake': {
    cwe: { id: 300, fit: 'nearest' },
    confidence: 'medium',
  },
  'tls-compression': {
    cwe: { id: 203, fit: 'nearest' },
    confidence: 'medium',
  },
  'staple-faulty': {
    cwe: { id: 299, fit: 'nearest' },
    confidence: 'low',
    note: 'The certificate is not known to be revoked, but its stapled status is not usable.',
  },
  'cert-not-yet-valid': {
    cwe: { id: 296, fit: 'nearest' },
    confidence: 'medium',
    note: 'Clients reject it until its start date. CWE-324 is about keys past their expiration date.',
  },
  'cert-unsupported': {
    cwe: null,
    confidence: 'medium',
    note: 'Not weak, but of a type that clients do not accept.',
  },
  'tls-no-aead': {
    cwe: { id: 327, fit: 'nearest' },
    confidence: 'medium',
    note: 'CBC suites are not broken as such. Attacks targeted how they are used.',
  },
  'tls-intolerant': {
    cwe: null,
    confidence: 'medium',
    note: 'Availability, not disclosure: some clients cannot connect.',
  },
  'http-detour': {
    cwe: { id: 319, fit: 'nearest' },
    confidence: 'low',
    note: 'Only redirects are sent unencrypted.',
  },
} as const satisfies Readonly<Record<string, Weakness>>;
