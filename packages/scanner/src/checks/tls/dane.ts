import { defineCheck } from '../../check.ts';
import type { Chain } from '../../evidence/tls.ts';
import type { TlsaRecord } from '../../evidence/dns-records.ts';
import { issuersAmong, isTlsaOf, tlsaFault, tlsaText } from '../../parse/dns/tlsa.ts';
import { leafOf } from './what-was-seen.ts';

const USAGE = ['PKIX-TA', 'PKIX-EE', 'DANE-TA', 'DANE-EE'] as const;

const ANOTHER_USAGE =
  'Get a certificate from an authority that browsers trust, and send its intermediates. For a certificate of your own, publish the record with usage 3 (DANE-EE) instead: _443._tcp TLSA 3 1 1, with the SHA-256 hash of the public key.';

/** Example that triggers it: `_443._tcp TLSA 3 1 1 …` still has the hash of last year's key. */
export default defineCheck({
  id: 'tls/dane',
  title: 'DANE record for the certificate',
  severity: 'important',
  deduction: 5,
  why: 'A TLSA record in a signed zone states which certificate or key the server has. Clients that support DANE refuse to connect if no record matches.',
  fix: 'Publish a TLSA record for the new key before the certificate changes (both records can coexist), or keep the key at renewal: certbot renew --reuse-key',
  references: ['https://www.rfc-editor.org/rfc/rfc6698', 'https://www.rfc-editor.org/rfc/rfc7671'],
  needs: ['tls'],
  optional: ['dns'],
  outcomes: {
    matches: { title: 'Certificate matches its DANE record', status: 'good' },
    untrusted: {
      title: 'DANE record requires a certificate that clients trust',
      weakness: 'dane-mismatch',
      status: 'bad',
      explanation:
        'A TLSA record matches the certificate, but its usage (PKIX-TA or PKIX-EE) also requires a chain of certificates that clients trust, and the server does not send one.',
    },
    differs: { title: 'Certificate does not match its DANE record', weakness: 'dane-mismatch', status: 'bad' },
  },
  judge({ tls, dns }) {
    const leaf = leafOf(tls);
    const tlsa = dns?.tlsa;
    if (tls.endpoint !== 'tls' || !leaf || tlsa?.state !== 'present') return null;
    // Clients ignore unsigned records (RFC 6698 §4.1).
    if (!tlsa.authenticated) return { unknown: 'the TLSA record is not protected by DNSSEC, so no client may use it' };
    // Clients ignore the others (RFC 6698 §4.1).
    const usable = tlsa.records.filter((record) => tlsaFault(record) === null);
    if (usable.length === 0) return { unknown: 'no client can use any of the TLSA records' };
    const evidence = usable.map((record) => `${tlsa.name} TLSA ${tlsaText(record)}`);
    const matching = usable.findIndex((record) => matches(record, tls.chain));
    if (matching >= 0) return { outcome: 'matches', evidence: [evidence[matching] ?? ''] };
    const trust = tls.chain.trust?.state;
    const untrusted = trust === 'trusted' ? -1 : usable.findIndex((record) => isPublished(record, tls.chain));
    if (untrusted >= 0) {
      if (!trust) return { unknown: 'a TLSA record requires a trusted chain, and the chain could not be checked' };
      const lines = [evidence[untrusted] ?? '', `certificate chain: ${trust.replaceAll('_', ' ')}`];
      return { outcome: 'untrusted', evidence: lines, fix: ANOTHER_USAGE };
    }
    if (usable.some(({ usage }) => USAGE[usage] === 'PKIX-TA')) {
      return { unknown: 'a TLSA record may refer to a root that the server does not send' };
    }
    if (usable.some(({ matching, sha256 }) => matching === 0 && sha256 === undefined)) {
      return { unknown: 'a TLSA record contains a complete certificate or key, whose digest this evidence lacks' };
    }
    return {
      outcome: 'differs',
      evidence: [...evidence, `public key SHA-256 of the certificate: ${leaf.spki_sha256}`],
    };
  },
});

/** RFC 6698 §2.1: the first two usages also require a chain that is trusted without the record. */
function matches(record: TlsaRecord, chain: Chain): boolean {
  const isTrusted = chain.trust?.state === 'trusted' || !USAGE[record.usage]?.startsWith('PKIX');
  return isTrusted && isPublished(record, chain);
}

/** Usages 1 and 3 refer to the leaf, 0 and 2 to any issuer in the chain; usage 0 also to a root that clients have. */
function isPublished(record: TlsaRecord, { certificates, trust }: Chain): boolean {
  const usage = USAGE[record.usage];
  const candidates = usage?.endsWith('-EE') ? certificates.slice(0, 1) : issuersAmong(certificates);
  const root =
    usage === 'PKIX-TA' && record.selector === 0 && record.matching === 1 ? trust?.anchor?.sha256 : undefined;
  return candidates.some((one) => isTlsaOf(record, one)) || root === record.data.toLowerCase();
}
