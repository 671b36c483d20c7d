import { defineCheck } from '../../check.ts';
import { PROTOCOL_LINES } from './server-config.ts';
import { unanswered } from './what-was-seen.ts';

/** Example that triggers it: a server that answers TLS 1.0 only. TLS 1.3 alone is fine. */
export default defineCheck({
  id: 'tls/modern-versions',
  title: 'TLS 1.2 and TLS 1.3',
  severity: 'critical',
  deduction: 20,
  why: 'TLS 1.3 has no weak options left and needs one round trip less. TLS 1.2 is still sound when well configured; browsers open nothing older.',
  fix: PROTOCOL_LINES,
  references: ['https://www.rfc-editor.org/rfc/rfc9325#section-3.1.1', 'https://www.rfc-editor.org/rfc/rfc8446'],
  needs: ['tls'],
  outcomes: {
    modern: { title: 'TLS 1.3 offered', status: 'good' },
    no_tls13: {
      title: 'TLS 1.3 not offered',
      weakness: 'tls-no-13',
      status: 'weak',
      severity: 'minor',
      deduction: 2,
      note: 'TLS 1.2 is offered, TLS 1.3 is not.',
    },
    none: {
      title: 'Neither TLS 1.2 nor TLS 1.3 offered',
      weakness: 'tls-obsolete',
      status: 'missing',
      cap: 49,
      explanation: 'Neither TLS 1.2 nor TLS 1.3 is offered: current browsers refuse to open this site.',
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
