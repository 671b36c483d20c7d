import { coveringName } from '../parse/x509/x509-names.ts';
import { defineFact } from './fact.ts';

/** What makes browsers refuse the certificate with a full-page warning. */
export type CertificateRefusal = 'untrusted' | 'name' | 'expired' | 'not_yet_valid';

const REFUSED_STATES: ReadonlySet<string> = new Set([
  'self_signed',
  'untrusted_root',
  'unknown_issuer',
  'issuer_unreachable',
  'invalid',
]);

export default defineFact({
  name: 'certificate_refusals',
  needs: ['tls'],
  compute({ tls }, { scannedAt }) {
    const { trust } = tls.chain;
    const refusals: CertificateRefusal[] = [];
    if (tls.endpoint === 'tls' && trust && REFUSED_STATES.has(trust.state)) refusals.push('untrusted');
    const leaf = tls.endpoint === 'tls' ? tls.chain.certificates[0] : undefined;
    if (!leaf) return refusals;
    if (coveringName(leaf, tls.host) === undefined) refusals.push('name');
    // The validity period includes its last second (RFC 5280 §4.1.2.5).
    if (scannedAt >= Date.parse(leaf.not_after) + 1000) refusals.push('expired');
    if (scannedAt < Date.parse(leaf.not_before)) refusals.push('not_yet_valid');
    return refusals;
  },
});
