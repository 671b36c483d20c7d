import { defineCheck } from '../../check.ts';
import { describeKey, gradeOfAuthorityKey, gradeOfKey } from '../../parse/x509/strength.ts';
import { certificatesOnPath, leafOf, noCertificate } from './what-was-seen.ts';

/** Example that triggers it: an RSA key of 1024 bits, or an Ed25519 key, which no browser accepts in a certificate. */
export default defineCheck({
  id: 'tls/certificate-key',
  title: 'Certificate key',
  severity: 'critical',
  deduction: 30,
  why: 'Anyone who obtains the private key of a certificate can impersonate the site. RSA keys below 2048 bits are too weak, and browsers reject unsupported key types.',
  fix: 'Create a new key with openssl ecparam -name prime256v1 -genkey -noout -out key.pem (or RSA with at least 2048 bits) and have the certificate reissued. certbot --key-type ecdsa does both.',
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
      note: '2048-bit RSA is secure today. For use after 2030, larger keys or ECDSA are recommended.',
    },
    short: {
      title: 'Certificate key is shorter than 2048 bits',
      weakness: 'cert-weak-key',
      status: 'weak',
      severity: 'important',
      deduction: 10,
      cap: 79,
      note: 'Public certificate authorities have not signed such keys since 2014.',
    },
    broken: {
      title: 'Certificate key can be cracked',
      weakness: 'cert-weak-key',
      status: 'bad',
      cap: 49,
      explanation:
        'The key is so short or so poorly generated that an attacker can compute it from the certificate. Most clients reject such keys.',
    },
    unsupported: {
      title: 'Browsers do not support the certificate’s key type',
      weakness: 'cert-unsupported',
      status: 'bad',
      cap: 49,
      explanation:
        'Browsers accept only RSA keys and ECDSA keys on P-256 and P-384 from a server. With any other key type, they cannot connect.',
    },
    p521: {
      title: 'Chrome does not support the certificate’s key type (P-521)',
      weakness: 'cert-unsupported',
      status: 'bad',
      cap: 49,
      explanation:
        'Chrome, Edge and Android do not support P-521 signatures, so they cannot connect. Firefox and Safari can. P-256 and P-384 work everywhere.',
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
