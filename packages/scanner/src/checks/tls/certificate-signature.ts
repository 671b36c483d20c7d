import { defineCheck } from '../../check.ts';
import { RENEW_LINES } from './server-config.ts';
import { certificatesOnPath, leafOf, noCertificate } from './what-was-seen.ts';

const BROKEN = ['MD2', 'MD5', 'SHA-1'];

/** Example that triggers it: sha1WithRSAEncryption in the leaf or an intermediate. In a root it does not matter. */
export default defineCheck({
  id: 'tls/certificate-signature',
  title: 'Signature of the certificate',
  severity: 'critical',
  deduction: 30,
  why: 'Two different certificates with the same MD5 or SHA-1 hash have been made in practice, so a signature over such a hash proves nothing. Browsers refuse it.',
  fix: RENEW_LINES,
  references: ['https://shattered.io/', 'https://www.rfc-editor.org/rfc/rfc9155'],
  needs: ['tls'],
  outcomes: {
    strong: { title: 'Certificate signatures are strong', status: 'good' },
    broken: { title: 'Certificate signed with MD5 or SHA-1', weakness: 'cert-weak-signature', status: 'bad', cap: 49 },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    if (!leafOf(tls)) return noCertificate(tls);
    // A signature with one's own key proves nothing anyway, so its hash does not matter either.
    const signed = certificatesOnPath(tls).filter((one) => !one.self_signed);
    const lines = (list: typeof signed): string[] => list.map((one) => `${one.subject}: ${one.signature_algorithm}`);
    const broken = signed.filter((one) => one.signature_hash !== null && BROKEN.includes(one.signature_hash));
    if (broken.length > 0) return { outcome: 'broken', evidence: lines(broken) };
    const unknown = signed.filter((one) => one.signature_hash === null);
    if (unknown.length > 0)
      return { unknown: `the signature algorithm ${unknown[0]?.signature_algorithm} is not known here` };
    return { outcome: 'strong', evidence: lines(signed) };
  },
});
