import { defineCheck } from '../../check.ts';
import { counted } from '@palisade/report/counted';
import { lifetimeOf } from '../../facts/certificates/lifetime.ts';
import { day, leafOf } from './what-was-seen.ts';
import { RENEW_LINES } from './server-config.ts';

/** Example that triggers it: 365 days, issued in April 2026. The limits bind only publicly trusted authorities. */
export default defineCheck({
  id: 'tls/certificate-lifetime',
  title: 'Certificate lifetime',
  severity: 'critical',
  deduction: 30,
  why: 'Public certificate authorities may issue certificates only for a limited time, so that stolen keys and outdated data expire. Browsers reject certificates with a longer lifetime.',
  fix: RENEW_LINES,
  references: [
    'https://cabforum.org/2025/04/11/ballot-sc081v3-introduce-schedule-of-reducing-validity-and-data-reuse-periods/',
  ],
  needs: ['tls'],
  outcomes: {
    within: { title: 'Certificate lifetime is within the limit', status: 'good' },
    too_long: {
      title: 'Certificate lifetime exceeds the limit for its authority',
      weakness: 'cert-lifetime',
      status: 'weak',
      severity: 'important',
      deduction: 5,
      note: 'Its lifetime is longer than its authority was allowed to issue, so it may be revoked at any time.',
    },
    refused: {
      title: 'Certificate lifetime exceeds what browsers accept',
      weakness: 'cert-lifetime',
      status: 'bad',
      cap: 49,
      explanation: 'The certificate’s lifetime is so long that Chrome and Safari reject it.',
    },
  },
  judge({ tls }) {
    const leaf = leafOf(tls);
    if (tls.endpoint !== 'tls' || !leaf || tls.chain.trust?.anchor?.public !== true) return null;
    const { days, limit, refused } = lifetimeOf(leaf);
    if (limit === null || days <= limit) return { outcome: 'within', evidence: [counted(days, 'day')] };
    const evidence = [
      `${counted(days, 'day')}; the limit is ${limit} for certificates issued on ${day(leaf.not_before)}`,
    ];
    return { outcome: refused ? 'refused' : 'too_long', evidence };
  },
});
