import { defineCheck } from '../../check.ts';
import { purposeFault } from '../../facts/certificates/purpose.ts';
import { ANY_PURPOSE } from '../../parse/x509/purposes.ts';
import { CIPHER_LINES, RENEW_LINES } from './server-config.ts';
import { leafOf, noCertificate, signsHandshakes } from './what-was-seen.ts';

const PURPOSES: Record<string, string> = {
  [ANY_PURPOSE]: 'any purpose',
  '1.3.6.1.5.5.7.3.2': 'client authentication',
  '1.3.6.1.5.5.7.3.3': 'code signing',
  '1.3.6.1.5.5.7.3.4': 'email protection',
  '1.3.6.1.5.5.7.3.8': 'time stamping',
  '1.3.6.1.5.5.7.3.9': 'OCSP signing',
};

const FOR_ANY =
  'Chrome and Edge accept “any purpose” in its place. Firefox, Safari and programs that use OpenSSL refuse the connection.';

const ENABLE_ECDHE = `Enable suites with ECDHE, whose handshakes the key is allowed to sign.\n${CIPHER_LINES}`;

/** Example that triggers it: extendedKeyUsage = clientAuth, or keyUsage = keyEncipherment on a server with ECDHE. */
export default defineCheck({
  id: 'tls/certificate-purpose',
  title: 'Certificate purpose',
  severity: 'critical',
  deduction: 30,
  why: 'A certificate states what it and its key may be used for. Clients reject a certificate that was not issued for server authentication.',
  fix: `Use a certificate with the key usage "Digital Signature", the extended key usage "TLS Web Server Authentication" and CA:FALSE. ${RENEW_LINES}`,
  references: [
    'https://www.rfc-editor.org/rfc/rfc5280#section-4.2.1.12',
    'https://www.rfc-editor.org/rfc/rfc8446#section-4.4.2.2',
  ],
  needs: ['tls'],
  outcomes: {
    server: { title: 'Certificate is for server authentication', status: 'good' },
    wrong_purpose: {
      title: 'Certificate is not for server authentication',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
    },
    key_may_not_sign: {
      title: 'Certificate key is not allowed to sign handshakes',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation:
        'The certificate’s key usage lacks "Digital Signature", which TLS 1.3 and ECDHE handshakes require. Chrome, Edge and Java refuse the connection.',
    },
    key_may_not_encrypt: {
      title: 'Certificate key is not allowed to encrypt keys',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation:
        'The server offers only suites with static RSA, in which the client encrypts a key for the certificate. Its key usage lacks "Key Encipherment", so Chrome and Edge refuse the connection.',
    },
    authority: {
      title: 'Site certificate is allowed to sign other certificates',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation:
        'The site’s certificate is itself a certificate authority, so its key could issue certificates for any other site. Firefox refuses the connection.',
    },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    const leaf = leafOf(tls);
    if (!leaf) return noCertificate(tls);
    const outcome = purposeFault(leaf, signsHandshakes(tls), tls.chain.trust);
    if (outcome === 'wrong_purpose') {
      const purposes = leaf.extended_key_usage ?? [];
      const evidence = purposes.map((oid) => `purpose: ${PURPOSES[oid] ?? oid}`);
      return { outcome, evidence, ...(purposes.includes(ANY_PURPOSE) && { note: FOR_ANY }) };
    }
    const usage = `key usage: ${leaf.key_usage?.join(', ') || 'none'}`;
    if (outcome === 'key_may_not_sign') return { outcome, evidence: [usage] };
    if (outcome === 'key_may_not_encrypt') return { outcome, evidence: [usage], fix: ENABLE_ECDHE };
    return outcome === 'authority' ? { outcome, evidence: [leaf.subject] } : { outcome: 'server' };
  },
});
