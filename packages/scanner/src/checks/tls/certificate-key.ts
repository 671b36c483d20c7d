import { defineCheck } from '../../check.ts';
import type { Certificate } from '../../evidence/tls.ts';
import { certificatesOnPath, leafOf, noCertificate } from './what-was-seen.ts';

/** Example that triggers it: an RSA key of 1024 bits. */
export default defineCheck({
  id: 'tls/certificate-key',
  title: 'Strength of the certificate key',
  severity: 'critical',
  deduction: 30,
  cwe: 326,
  why: 'Whoever finds the private key of a certificate can pretend to be the site. RSA keys below 2048 bits are no longer out of reach.',
  fix: 'openssl ecparam -name prime256v1 -genkey -noout -out key.pem (or RSA with at least 2048 bits), and have the certificate issued anew; certbot --key-type ecdsa does both.',
  references: [
    'https://cabforum.org/working-groups/server/baseline-requirements/',
    'https://doi.org/10.6028/NIST.SP.800-57pt1r5',
  ],
  needs: ['tls'],
  outcomes: {
    strong: { status: 'good' },
    rsa2048: {
      status: 'good',
      note: 'RSA with 2048 bits is sound today; for certificates used after 2030 larger keys or ECDSA are recommended.',
    },
    short: {
      status: 'weak',
      severity: 'important',
      deduction: 10,
      note: 'Certificate authorities have not signed such keys since 2014.',
    },
    broken: {
      status: 'bad',
      cap: 49,
      explanation: 'The key is so short that it can be computed from the certificate; browsers refuse it.',
    },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    const leaf = leafOf(tls);
    if (!leaf) return noCertificate(tls);
    const graded = certificatesOnPath(tls).map((one) => ({
      grade: gradeOf(one),
      line: `${one.subject}: ${describe(one)}`,
    }));
    for (const grade of ['broken', 'short'] as const) {
      const weak = graded.filter((one) => one.grade === grade);
      if (weak.length > 0) return { outcome: grade, evidence: weak.map(({ line }) => line) };
    }
    return { outcome: gradeOf(leaf), evidence: graded.map(({ line }) => line) };
  },
});

function gradeOf({ key }: Certificate): 'broken' | 'short' | 'rsa2048' | 'strong' {
  const { type, bits } = key;
  if (bits === null) return 'strong';
  if (type === 'RSA') return bits < 1024 ? 'broken' : bits < 2048 ? 'short' : bits < 3072 ? 'rsa2048' : 'strong';
  if (type === 'EC') return bits < 160 ? 'broken' : bits < 224 ? 'short' : 'strong';
  return 'strong';
}

function describe({ key }: Certificate): string {
  return key.curve === null
    ? [key.type, key.type === 'RSA' ? key.bits : null].filter(Boolean).join(' ')
    : `${key.type} ${key.curve}`;
}
