import { defineCheck } from '../../check.ts';
import { CHAIN_LINES } from './server-config.ts';
import { certificatesOnPath, day } from './what-was-seen.ts';

/** Example that triggers it: last year's intermediate is still in fullchain.pem, and the path runs through it. */
export default defineCheck({
  id: 'tls/intermediate-validity',
  title: 'Intermediate certificate validity period',
  severity: 'critical',
  deduction: 30,
  why: 'A chain is valid only while every certificate in it is valid. With an expired intermediate certificate, clients refuse to connect even though the site’s own certificate is valid.',
  fix: `Install the current intermediate certificate from your certificate authority. An ACME client does this at each renewal.\n${CHAIN_LINES}`,
  references: ['https://www.rfc-editor.org/rfc/rfc5280#section-6.1.3'],
  needs: ['tls'],
  outcomes: {
    in_date: { title: 'Intermediate certificates are within their validity period', status: 'good' },
    expired: {
      title: 'Intermediate certificate is outside its validity period',
      weakness: 'cert-expired',
      status: 'bad',
      cap: 49,
    },
  },
  judge({ tls }, { scannedAt }) {
    if (tls.endpoint !== 'tls') return null;
    const intermediates = certificatesOnPath(tls).slice(1);
    if (intermediates.length === 0) return null;
    const outside = intermediates.filter(
      (one) => scannedAt >= Date.parse(one.not_after) + 1000 || scannedAt < Date.parse(one.not_before),
    );
    const describe = (one: (typeof outside)[number]): string =>
      `${one.subject}: ${day(one.not_before)} to ${day(one.not_after)}`;
    if (outside.length > 0) return { outcome: 'expired', evidence: outside.map(describe) };
    return { outcome: 'in_date', evidence: intermediates.map(describe) };
  },
});
