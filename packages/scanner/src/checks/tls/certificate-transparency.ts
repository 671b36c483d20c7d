import { defineCheck } from '../../check.ts';
import { DAY_MS, leafOf } from './what-was-seen.ts';

/** Example that triggers it: a certificate of a public authority without the SCT list extension. */
export default defineCheck({
  id: 'tls/certificate-transparency',
  title: 'Certificate Transparency',
  severity: 'critical',
  deduction: 30,
  cwe: 296,
  why: 'Every public certificate must be in public logs, so that the owner of a name sees certificates he did not order. Chrome, Safari and Firefox refuse those without proof of it.',
  fix: 'Have the certificate issued anew by an authority that embeds timestamps from two or more logs; every public one does unless asked not to.',
  references: [
    'https://googlechrome.github.io/CertificateTransparency/ct_policy.html',
    'https://www.rfc-editor.org/rfc/rfc6962',
  ],
  needs: ['tls'],
  outcomes: {
    logged: {
      status: 'good',
      note: 'Timestamps are present, not verified: they were counted by log, and no list of logs is at hand to check their signatures with.',
    },
    too_few: {
      status: 'weak',
      severity: 'important',
      deduction: 8,
      note: 'There are timestamps from fewer logs than browsers ask for.',
    },
    none: { status: 'missing', cap: 49 },
  },
  judge({ tls }) {
    const leaf = leafOf(tls);
    if (tls.endpoint !== 'tls' || !leaf || tls.chain.trust?.anchor?.public !== true) return null;
    const logs = (list: readonly { log_id: string }[] | null): Set<string> =>
      new Set((list ?? []).map((one) => one.log_id));
    const embedded = logs(leaf.scts);
    const delivered = logs(tls.delivered_scts);
    const lifetime = Date.parse(leaf.not_after) - Date.parse(leaf.not_before);
    const wanted = lifetime <= 180 * DAY_MS ? 2 : 3;
    const evidence = [`${embedded.size} logs embedded, ${wanted} wanted`];
    if (delivered.size > 0) evidence.push(`${delivered.size} logs in the handshake`);
    // Embedded ones count by lifetime; those sent in the handshake, two whatever the lifetime.
    if (embedded.size >= wanted || delivered.size >= 2) return { outcome: 'logged', evidence };
    if (tls.delivered_scts === null)
      return { unknown: 'too few timestamps are embedded, and those of a TLS 1.3 handshake cannot be read here' };
    return { outcome: embedded.size + delivered.size === 0 ? 'none' : 'too_few', evidence };
  },
});
