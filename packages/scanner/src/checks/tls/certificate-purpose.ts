import { defineCheck } from '../../check.ts';
import { RENEW_LINES } from './server-config.ts';
import { leafOf, noCertificate } from './what-was-seen.ts';

const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const ANY_PURPOSE = '2.5.29.37.0';
const PURPOSES: Record<string, string> = {
  '1.3.6.1.5.5.7.3.2': 'client authentication',
  '1.3.6.1.5.5.7.3.3': 'code signing',
  '1.3.6.1.5.5.7.3.4': 'e-mail protection',
  '1.3.6.1.5.5.7.3.8': 'time stamping',
  '1.3.6.1.5.5.7.3.9': 'OCSP signing',
};

/** Example that triggers it: extendedKeyUsage = clientAuth. */
export default defineCheck({
  id: 'tls/certificate-purpose',
  title: 'Certificate made for servers',
  severity: 'critical',
  deduction: 30,
  cwe: 296,
  why: 'A certificate says what it may be used for. Browsers refuse one that was made for something else than proving a server.',
  fix: `Use a certificate with the extended key usage "TLS Web Server Authentication" and CA:FALSE. ${RENEW_LINES}`,
  references: ['https://www.rfc-editor.org/rfc/rfc5280#section-4.2.1.12'],
  needs: ['tls'],
  outcomes: {
    server: { status: 'good' },
    wrong_purpose: { status: 'bad', cap: 49 },
    authority: {
      status: 'weak',
      severity: 'important',
      deduction: 5,
      note: 'The certificate of the site is itself allowed to sign certificates. Firefox refuses that, and its key could vouch for any other site.',
    },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    const leaf = leafOf(tls);
    if (!leaf) return noCertificate(tls);
    const usage = leaf.extended_key_usage;
    if (usage && !usage.includes(SERVER_AUTH) && !usage.includes(ANY_PURPOSE)) {
      return { outcome: 'wrong_purpose', evidence: usage.map((oid) => `purpose: ${PURPOSES[oid] ?? oid}`) };
    }
    // Self-signed certificates usually are authorities too; that they vouch for themselves is said elsewhere.
    if (leaf.is_ca && !leaf.self_signed) return { outcome: 'authority', evidence: [leaf.subject] };
    return { outcome: 'server' };
  },
});
