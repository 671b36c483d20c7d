import { defineCheck } from '../../check.ts';
import { describeKey, gradeOfAuthorityKey, gradeOfKey } from '../../parse/x509/strength.ts';
import { certificatesOnPath, leafOf, noCertificate } from './what-was-seen.ts';

/** Example that triggers it: an RSA key of 1024 bits, or an Ed25519 key, which no browser takes in a certificate. */
export default defineCheck({
  id: 'tls/certificate-key',
  title: 'Key of the certificate',
  severity: 'critical',
  deduction: 30,
  why: 'Anyone who finds the private key of a certificate can pretend to be the site. RSA keys below 2048 bits are no longer out of reach, and browsers refuse keys of kinds that they do not know.',
  fix: 'openssl ecparam -name prime256v1 -genkey -noout -out key.pem (or RSA with at least 2048 bits), and have the certificate issued again; certbot --key-type ecdsa does both.',
  references: [
    'https://cabforum.org/working-groups/server/baseline-requirements/',
    'https://doi.org/10.6028/NIST.SP.800-57pt1r5',
  ],
  needs: ['tls'],
  outcomes: {
    strong: { title: 'Certificate key is strong', status: 'good' },
    rsa2048: {
      title: 'Certificate key is strong enough until 2030',
      status: 'good',
      note: 'RSA with 2048 bits is sound today; for certificates used after 2030 larger keys or ECDSA are recommended.',
    },
    short: {
      title: 'Certificate key shorter than 2048 bits',
      weakness: 'cert-weak-key',
      status: 'weak',
      severity: 'important',
      deduction: 10,
      cap: 79,
      note: 'Certificate authorities have not signed such keys since 2014.',
    },
    broken: {
      title: 'Certificate key can be broken',
      weakness: 'cert-weak-key',
      status: 'bad',
      cap: 49,
      explanation:
        'The key is so short or so badly made that it can be computed from the certificate; browsers refuse it.',
    },
    unsupported: {
      title: 'Certificate key of a kind that browsers refuse',
      weakness: 'cert-unsupported',
      status: 'bad',
      cap: 49,
      explanation:
        'Browsers accept RSA keys and ECDSA keys on P-256 and P-384 from a server. With a key of another kind they cannot connect at all.',
    },
    p521: {
      title: 'Certificate key that Chrome refuses (P-521)',
      weakness: 'cert-unsupported',
      status: 'bad',
      cap: 49,
      explanation:
        'Chrome, Edge and Android offer no signatures with P-521, so they cannot connect; Firefox and Safari can. P-256 and P-384 work everywhere.',
    },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    const leaf = leafOf(tls);
    if (!leaf) return noCertificate(tls);
    const graded = certificatesOnPath(tls).map((one) => ({
      grade: one === leaf ? gradeOfKey(one) : gradeOfAuthorityKey(one),
      line: `${one.subject}: ${describeKey(one)}`,
    }));
    for (const grade of ['broken', 'unsupported', 'p521', 'short'] as const) {
      const weak = graded.filter((one) => one.grade === grade);
      if (weak.length > 0) return { outcome: grade, evidence: weak.map(({ line }) => line) };
    }
    return { outcome: gradeOfKey(leaf) === 'rsa2048' ? 'rsa2048' : 'strong', evidence: graded.map(({ line }) => line) };
  },
});
