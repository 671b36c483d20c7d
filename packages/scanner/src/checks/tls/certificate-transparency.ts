import { defineCheck } from '../../check.ts';
import type { ScTimestamp } from '../../evidence/tls.ts';
import { DAY_MS, leafOf } from './what-was-seen.ts';

/** Example that triggers it: a certificate of a public authority without the SCT list extension, or with one timestamp. */
export default defineCheck({
  id: 'tls/certificate-transparency',
  title: 'Certificate Transparency',
  severity: 'critical',
  deduction: 30,
  why: 'Every public certificate must be in public logs, so that the owner of a name sees certificates that they did not order. Chrome, Safari and Firefox refuse those without proof of it.',
  fix: 'Have the certificate issued again by an authority that embeds timestamps from two or more logs; every public one does unless asked not to.',
  references: [
    'https://googlechrome.github.io/CertificateTransparency/ct_policy.html',
    'https://www.rfc-editor.org/rfc/rfc6962',
  ],
  needs: ['tls'],
  outcomes: {
    logged: { title: 'Certificate is in enough public logs', status: 'good' },
    too_few: {
      title: 'Certificate is in too few public logs',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation:
        'The certificate carries timestamps, from fewer logs than browsers ask for. Chrome, Safari and Firefox refuse it like one without any.',
    },
    none: { title: 'Certificate is in no public log', weakness: 'cert-untrusted', status: 'missing', cap: 49 },
  },
  judge({ tls }) {
    const leaf = leafOf(tls);
    if (tls.endpoint !== 'tls' || !leaf || tls.chain.trust?.anchor?.public !== true) return null;
    const embedded = countable(leaf.scts);
    const delivered = countable(tls.delivered_scts);
    const lifetime = Date.parse(leaf.not_after) - Date.parse(leaf.not_before);
    const wanted = lifetime <= 180 * DAY_MS ? 2 : 3;
    const evidence = [`${embedded.logs} logs embedded, ${wanted} wanted`];
    if (delivered.logs > 0) evidence.push(`${delivered.logs} logs in the handshake`);
    const wrong = [...(leaf.scts ?? []), ...(tls.delivered_scts ?? [])].filter(isWrong).length;
    if (wrong > 0) evidence.push(`${wrong} timestamps whose signature is wrong, not counted`);
    const unknown = (leaf.scts ?? []).filter(({ signature }) => signature === 'unknown_log').length;
    if (unknown > 0) evidence.push(`${unknown} from logs that are not in our list, counted without a check`);
    // Embedded ones count by lifetime; those sent in the handshake, two whatever the lifetime.
    for (const [{ logs, operators }, least] of [
      [embedded, wanted],
      [delivered, 2],
    ] as const) {
      if (logs < least) continue;
      if (operators >= 2) return { outcome: 'logged', evidence };
      evidence.push('all logs are of one operator, and two are wanted');
    }
    if (tls.delivered_scts === null)
      return { unknown: 'too few timestamps are embedded, and those of a TLS 1.3 handshake cannot be read here' };
    return { outcome: embedded.logs + delivered.logs === 0 ? 'none' : 'too_few', evidence };
  },
});

/** Distinct logs, and distinct operators; a log that is not known here may be of anyone. */
function countable(list: readonly ScTimestamp[] | null): { logs: number; operators: number } {
  const counted = (list ?? []).filter((one) => !isWrong(one));
  return {
    logs: new Set(counted.map(({ log_id }) => log_id)).size,
    operators: new Set(counted.map(({ operator, log_id }) => operator ?? log_id)).size,
  };
}

function isWrong({ signature }: ScTimestamp): boolean {
  return signature === 'invalid';
}
