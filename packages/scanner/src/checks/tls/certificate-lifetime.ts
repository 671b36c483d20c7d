import { defineCheck } from '../../check.ts';
import { DAY_MS, day, leafOf } from './what-was-seen.ts';
import { RENEW_LINES } from './server-config.ts';

/** CA/Browser Forum Baseline Requirements §6.3.2 (ballots 193, SC31 and SC-081v3): days allowed from a day of issue on. */
const LIMITS: readonly (readonly [from: string, days: number])[] = [
  ['2029-03-15', 47],
  ['2027-03-15', 100],
  ['2026-03-15', 200],
  ['2020-09-01', 398],
  ['2018-03-01', 825],
  ['2016-07-01', 1187],
];
/** Chrome and Safari enforce this much by themselves for certificates issued since September 2020. */
const REFUSED_DAYS = 398;

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
    const from = Date.parse(leaf.not_before);
    // Both ends count: a period from 00:00:00 to 23:59:59 is one day.
    const seconds = (Date.parse(leaf.not_after) - from) / 1000 + 1;
    const days = Math.ceil((seconds * 1000) / DAY_MS);
    const limit = LIMITS.find(([start]) => from >= Date.parse(start));
    if (!limit || days <= limit[1]) return { outcome: 'within', evidence: [`${days} days`] };
    const evidence = [
      `${days} days; at most ${limit[1]} are allowed for certificates issued on ${day(leaf.not_before)}`,
    ];
    const refused = days > REFUSED_DAYS && limit[1] <= REFUSED_DAYS;
    return { outcome: refused ? 'refused' : 'too_long', evidence };
  },
});
