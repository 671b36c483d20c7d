import { defineCheck } from '../../check.ts';
import { CT_LOGS_DATE } from '../../data/ct-logs.ts';
import { isStale, staleReason } from '../../data/freshness.ts';
import { proofOfLogging } from '../../facts/programs/timestamps.ts';

/** Example that triggers it: a certificate of a public authority without the SCT list extension, or with one timestamp. */
export default defineCheck({
  id: 'tls/certificate-transparency',
  title: 'Certificate Transparency',
  severity: 'critical',
  deduction: 30,
  why: 'Every public certificate must be in public logs, so that domain owners can spot certificates they did not order. Chrome, Safari and Firefox reject certificates without proof of logging.',
  fix: 'Get the certificate reissued by an authority that embeds timestamps from two or more logs. Every public authority does so unless asked not to.',
  references: [
    'https://googlechrome.github.io/CertificateTransparency/ct_policy.html',
    'https://www.rfc-editor.org/rfc/rfc6962',
  ],
  needs: ['tls'],
  outcomes: {
    logged: {
      title: 'Certificate is in enough public logs',
      status: 'good',
      note: `Checked against Chrome’s list of logs of ${CT_LOGS_DATE}.`,
    },
    too_few: {
      title: 'Certificate is in too few public logs',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation:
        'The certificate has timestamps, but from fewer logs than browsers require or from logs that they no longer accept. Chrome, Safari and Firefox reject it.',
    },
    none: { title: 'Certificate is in no public log', weakness: 'cert-untrusted', status: 'missing', cap: 49 },
  },
  judge({ tls }, { scannedAt }) {
    const proof = proofOfLogging(tls, scannedAt);
    if (!proof) return null;
    const { state, lines: evidence, reason } = proof;
    if (state === 'unknown') return { unknown: [reason, ...evidence].join('; ') };
    if (state !== 'enough') return { outcome: state, evidence };
    return isStale(CT_LOGS_DATE, scannedAt) ? { unknown: staleReason(CT_LOGS_DATE) } : { outcome: 'logged', evidence };
  },
});
