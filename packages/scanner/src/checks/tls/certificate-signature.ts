import { defineCheck } from '../../check.ts';
import { gradeOfSignature } from '../../parse/x509/strength.ts';
import { RENEW_LINES } from './server-config.ts';
import { certificatesOnPath, leafOf, noCertificate } from './what-was-seen.ts';

/** Example that triggers it: sha1WithRSAEncryption in the leaf or an intermediate. The signature of a root does not matter. */
export default defineCheck({
  id: 'tls/certificate-signature',
  title: 'Certificate signature',
  severity: 'critical',
  deduction: 30,
  why: 'Attackers have created different certificates with the same MD5 or SHA-1 hash, so a signature over such a hash proves nothing. Browsers reject it.',
  fix: RENEW_LINES,
  references: ['https://shattered.io/', 'https://www.rfc-editor.org/rfc/rfc9155'],
  needs: ['tls'],
  outcomes: {
    strong: { title: 'Certificate signatures are strong', status: 'good' },
    broken: {
      title: 'Certificate is signed with MD5 or SHA-1',
      weakness: 'cert-weak-signature',
      status: 'bad',
      cap: 49,
    },
    unsupported: {
      title: 'Browsers do not support the certificate’s signature algorithm',
      weakness: 'cert-unsupported',
      status: 'bad',
      cap: 49,
      explanation:
        'Browsers accept only RSA and ECDSA signatures with SHA-256, SHA-384 or SHA-512. They reject certificates with other signatures, even if some tools accept them.',
    },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    if (!leafOf(tls)) return noCertificate(tls);
    const graded = certificatesOnPath(tls).map((one) => ({ one, grade: gradeOfSignature(one) }));
    const lines = (...grades: unknown[]): string[] =>
      graded
        .filter(({ grade }) => grades.includes(grade))
        .map(({ one }) => `${one.subject}: ${one.signature_algorithm}`);
    for (const outcome of ['broken', 'unsupported'] as const) {
      if (lines(outcome).length > 0) return { outcome, evidence: lines(outcome) };
    }
    return { outcome: 'strong', evidence: lines('strong') };
  },
});
