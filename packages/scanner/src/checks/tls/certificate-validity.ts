import { defineCheck } from '../../check.ts';
import { counted } from '@palisade/report/counted';
import { RENEW_LINES } from './server-config.ts';
import { day, DAY_MS, leafOf, noCertificate } from './what-was-seen.ts';

/** Relative to the lifetime, because 47-day certificates will become normal. */
const SOON_DAYS = 14;
const SOON_SHARE = 1 / 4;
const LAST_DAYS = 3;
const LAST_SHARE = 1 / 12;

/** Example that triggers it: notAfter of yesterday. */
export default defineCheck({
  id: 'tls/certificate-validity',
  title: 'Certificate validity period',
  severity: 'critical',
  deduction: 30,
  why: 'Outside the validity period, browsers reject the certificate with a full-page warning, and visitors learn to click warnings away.',
  fix: RENEW_LINES,
  references: ['https://www.rfc-editor.org/rfc/rfc5280#section-4.1.2.5'],
  needs: ['tls'],
  outcomes: {
    in_date: { title: 'Certificate within its dates', status: 'good' },
    expired: {
      title: 'Certificate expired',
      weakness: 'cert-expired',
      status: 'bad',
      cap: 49,
      explanation: 'The certificate has expired, so browsers reject it.',
    },
    not_yet_valid: {
      title: 'Certificate is not yet valid',
      weakness: 'cert-not-yet-valid',
      status: 'bad',
      cap: 49,
      explanation: 'The certificate is not yet valid, so browsers reject it.',
    },
    last_days: {
      title: 'Certificate expires within days',
      weakness: 'cert-expiring',
      status: 'weak',
      severity: 'important',
      deduction: 5,
      note: 'It expires within days. Automatic renewal would normally have replaced it by now.',
    },
    soon: {
      title: 'Certificate expires soon',
      weakness: 'cert-expiring',
      status: 'weak',
      severity: 'minor',
      deduction: 2,
      note: 'Less than a quarter of its lifetime and less than two weeks are left. Automatic renewal normally happens earlier.',
    },
  },
  judge({ tls }, { scannedAt }) {
    if (tls.endpoint !== 'tls') return null;
    const leaf = leafOf(tls);
    if (!leaf) return noCertificate(tls);
    const [from, to] = [Date.parse(leaf.not_before), Date.parse(leaf.not_after)];
    const left = Math.max(0, Math.floor((to - scannedAt) / DAY_MS));
    const evidence = [`${leaf.subject}: ${day(leaf.not_before)} to ${day(leaf.not_after)}`];
    // The validity period includes its last second (RFC 5280 §4.1.2.5).
    if (scannedAt >= to + 1000) {
      return { outcome: 'expired', evidence: [...evidence, `expired ${span(scannedAt - to)} ago`] };
    }
    if (scannedAt < from)
      return { outcome: 'not_yet_valid', evidence: [...evidence, `valid in ${span(from - scannedAt)}`] };
    evidence.push(`${counted(left, 'day')} left`);
    const life = to - from;
    const within = (days: number, share: number): boolean => to - scannedAt < Math.min(days * DAY_MS, life * share);
    if (within(LAST_DAYS, LAST_SHARE)) return { outcome: 'last_days', evidence };
    if (within(SOON_DAYS, SOON_SHARE)) return { outcome: 'soon', evidence };
    return { outcome: 'in_date', evidence };
  },
});

function span(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY_MS);
  return days === 0 ? 'less than a day' : counted(days, 'day');
}
