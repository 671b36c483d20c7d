import { defineCheck } from '../../check.ts';
import { tlsaFault, tlsaText } from '../../parse/dns/tlsa.ts';

/** Example that triggers it: `_443._tcp TLSA 3 1 1 0123`, a two-byte SHA-256 digest. */
export default defineCheck({
  id: 'dns/tlsa',
  title: 'DANE record (TLSA)',
  severity: 'minor',
  deduction: 1,
  why: 'A TLSA record binds the server’s certificate to the signed DNS zone. Browsers do not use it, but some other clients do.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc6698', 'https://www.rfc-editor.org/rfc/rfc7671'],
  needs: ['dns'],
  outcomes: {
    faulty: {
      title: 'TLSA record is unusable',
      status: 'weak',
      weakness: 'informational',
      explanation: 'No client can use the TLSA record.',
    },
    unsigned: {
      title: 'TLSA record is not protected by DNSSEC',
      status: 'good',
      note: 'DNSSEC does not protect this record, so clients must ignore it.',
    },
    present: {
      title: 'TLSA record is protected by DNSSEC',
      status: 'good',
      note: 'DNSSEC protects the record.',
    },
  },
  judge({ dns: { tlsa } }) {
    if (tlsa.state === 'unknown') return { unknown: tlsa.reason ?? 'the lookup failed' };
    if (tlsa.state === 'absent') return null;
    const evidence = tlsa.records.map((record) => `${tlsa.name} TLSA ${tlsaText(record)}`);
    const faults = tlsa.records.map(tlsaFault).filter((fault) => fault !== null);
    // Clients skip unusable records (RFC 6698 §4.1). One that they can use counts.
    if (faults.length === tlsa.records.length) {
      return {
        outcome: 'faulty',
        evidence: [...faults, ...evidence],
        fix: `${tlsa.name}. IN TLSA 3 1 1 <SHA-256 of the certificate's public key, in hex>`,
      };
    }
    const note = faults.length > 0 ? `Clients ignore one of the records: ${faults.join('; ')}.` : '';
    return { outcome: tlsa.authenticated ? 'present' : 'unsigned', evidence, note };
  },
});
