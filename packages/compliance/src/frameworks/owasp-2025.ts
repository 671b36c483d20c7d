import type { Framework } from '../framework.ts';

/** Category names are facts of the OWASP Top 10 (CC BY-SA 4.0). */
export const owasp2025: Framework = {
  id: 'owasp-top10-2025',
  name: 'OWASP Top 10',
  edition: '2025',
  status: 'current',
  statement:
    'Each row counts checks whose CWE is in OWASP’s own list for the category, or, where no listed CWE fits, whose subject the category’s description names.',
  outside:
    'No category can be ruled out from outside: each covers far more than what a site shows to an anonymous visitor.',
  controls: {
    A01: {
      title: 'Broken Access Control',
      reach: 'partial',
      scope: 'SameSite cookies, referrer leaks and disclosure only; access rights were not tested',
    },
    A02: { title: 'Security Misconfiguration', reach: 'partial', scope: 'what an anonymous visitor is sent' },
    A03: {
      title: 'Software Supply Chain Failures',
      reach: 'partial',
      scope: 'client-side libraries and server banners only',
    },
    A04: {
      title: 'Cryptographic Failures',
      reach: 'partial',
      scope: 'data in transit only; storage and key management were not seen',
    },
    A05: {
      title: 'Injection',
      reach: 'none',
      scope: 'needs active testing; a content policy mitigates and is no evidence',
    },
    A06: { title: 'Insecure Design', reach: 'partial', scope: 'framing, caching and form methods only' },
    A07: { title: 'Authentication Failures', reach: 'none', scope: 'no login was attempted' },
    A08: {
      title: 'Software or Data Integrity Failures',
      reach: 'partial',
      scope: 'integrity of third-party scripts and styles only',
    },
    A09: { title: 'Security Logging & Alerting Failures', reach: 'none', scope: 'not visible from outside' },
    A10: { title: 'Mishandling of Exceptional Conditions', reach: 'none', scope: 'needs active testing' },
  },
};
