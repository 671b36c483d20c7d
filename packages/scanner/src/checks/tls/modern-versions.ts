import { defineCheck } from '../../check.ts';
import { PROTOCOL_LINES } from './server-config.ts';
import { unanswered } from './what-was-seen.ts';

/** Example that triggers it: a server that supports only TLS 1.0. TLS 1.3 alone is fine. */
export default defineCheck({
  id: 'tls/modern-versions',
  title: 'TLS 1.2 and TLS 1.3',
  severity: 'critical',
  deduction: 20,
  why: 'TLS 1.3 has no weak options and needs one round trip less. TLS 1.2 is still secure if well configured. Browsers do not support anything older.',
  fix: PROTOCOL_LINES,
  references: ['https://www.rfc-editor.org/rfc/rfc9325#section-3.1.1', 'https://www.rfc-editor.org/rfc/rfc8446'],
  needs: ['tls'],
  outcomes: {
    modern: { title: 'TLS 1.3 is supported', status: 'good' },
    no_tls13: {
      title: 'TLS 1.3 is not supported',
      weakness: 'tls-no-13',
      status: 'weak',
      severity: 'minor',
      deduction: 2,
      cap: 89,
      note: 'The server supports TLS 1.2 but not TLS 1.3.',
    },
    none: {
      title: 'TLS 1.2 and TLS 1.3 are not supported',
      weakness: 'tls-obsolete',
      status: 'missing',
      cap: 49,
      explanation: 'The server supports neither TLS 1.2 nor TLS 1.3, so current browsers cannot open the site.',
    },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    const { 'TLS 1.2': tls12, 'TLS 1.3': tls13 } = tls.versions;
    if (tls13 === true) return { outcome: 'modern', evidence: [tls12 === true ? 'TLS 1.2 and TLS 1.3' : 'TLS 1.3'] };
    if (tls13 === null || tls12 === null) return unanswered(tls);
    return tls12 ? { outcome: 'no_tls13', evidence: ['TLS 1.2'] } : { outcome: 'none' };
  },
});
