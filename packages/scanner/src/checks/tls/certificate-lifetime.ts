import { defineCheck } from '../../check.ts';
import { lifetimeOf } from '../../facts/certificates/lifetime.ts';
import { day, leafOf } from './what-was-seen.ts';
import { RENEW_LINES } from './server-config.ts';

/** Example that triggers it: 365 days, issued in April 2026. Only authorities that browsers trust are bound by these limits. */
export default defineCheck({
  id: 'tls/certificate-lifetime',
  title: 'Lifetime of the certificate',
  severity: 'critical',
  deduction: 30,
  why: 'Public authorities may issue certificates for a limited time only, so that stolen keys and wrong data do not last. Browsers refuse certificates that live longer.',
  fix: RENEW_LINES,
  references: [
    'https://cabforum.org/2025/04/11/ballot-sc081v3-introduce-schedule-of-reducing-validity-and-data-reuse-periods/',
  ],
  needs: ['tls'],
  outcomes: {
    within: { title: 'Certificate lifetime within the limit', status: 'good' },
    too_long: {
      title: 'Certificate lives longer than its authority may issue',
      weakness: 'cert-lifetime',
      status: 'weak',
      severity: 'important',
      deduction: 5,
      note: 'It lives longer than its authority was allowed to give it, and may be revoked at any time.',
    },
    refused: {
      title: 'Certificate lives longer than browsers accept',
      weakness: 'cert-lifetime',
      status: 'bad',
      cap: 49,
      explanation: 'The certificate lives so long that Chrome and Safari refuse it.',
    },
  },
  judge({ tls }) {
    const leaf = leafOf(tls);
    if (tls.endpoint !== 'tls' || !leaf || tls.chain.trust?.anchor?.public !== true) return null;
    const { days, limit, refused } = lifetimeOf(leaf);
    if (limit === null || days <= limit) return { outcome: 'within', evidence: [`${days} days`] };
    const evidence = [`${days} days; at most ${limit} are allowed for certificates issued on ${day(leaf.not_before)}`];
    return { outcome: refused ? 'refused' : 'too_long', evidence };
  },
});
