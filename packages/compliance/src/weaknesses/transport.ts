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
    note: 'Browsers refuse a certificate that lives too long; the CWE describes the validating side.',
  },
  'cert-name-mismatch': {
    cwe: { id: 297, fit: 'nearest' },
    confidence: 'medium',
    note: 'The CWE describes the validating side; OWASP is chosen by the text of the category.',
  },
  'cert-untrusted': {
    cwe: { id: 296, fit: 'nearest' },
    confidence: 'medium',
    note: 'The CWE describes the validating side; OWASP is chosen by the text of the category.',
  },
  'cert-chain': {
    cwe: { id: 296, fit: 'nearest' },
    confidence: 'medium',
  },
  'chain-disordered': {
    cwe: null,
    confidence: 'medium',
    note: 'Old clients may refuse it; it opens no way in.',
  },
  'dane-mismatch': {
    cwe: { id: 296, fit: 'nearest' },
    confidence: 'low',
    note: 'Only clients that read TLSA records refuse the server; browsers do not.',
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
    note: 'TLS 1.2 well configured is acceptable: an observation, not a weakness.',
  },
  'redirect-loop': {
    cwe: { id: 835, fit: 'nearest' },
    confidence: 'low',
    note: 'A page that cannot be reached: availability, not disclosure.',
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
    note: 'The certificate is not known to be revoked: its stapled status is of no use.',
  },
  'cert-not-yet-valid': {
    cwe: { id: 296, fit: 'nearest' },
    confidence: 'medium',
    note: 'Clients refuse it until its first day; CWE-324 is about keys after their last.',
  },
  'cert-unsupported': {
    cwe: null,
    confidence: 'medium',
    note: 'Not weak: of a kind that clients do not accept.',
  },
  'tls-no-aead': {
    cwe: { id: 327, fit: 'nearest' },
    confidence: 'medium',
    note: 'Suites in CBC mode are not broken as such; attacks were on how they are used.',
  },
  'tls-intolerant': {
    cwe: null,
    confidence: 'medium',
    note: 'Availability, not disclosure: some clients get no connection.',
  },
  'http-detour': {
    cwe: { id: 319, fit: 'nearest' },
    confidence: 'low',
    note: 'Only redirects travel in clear text.',
  },
} as const satisfies Readonly<Record<string, Weakness>>;
