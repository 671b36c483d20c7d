import { defineCheck } from '../../check.ts';
import { CIPHER_LINES, GROUP_LINES, SIGNATURE_LINES } from './server-config.ts';

/** Example that triggers it: a ServerKeyExchange with a prime of 1024 bits. */
export default defineCheck({
  id: 'tls/key-exchange',
  title: 'Strength of the key exchange',
  severity: 'critical',
  deduction: 15,
  why: 'The key exchange decides how hard it is to find the key of a session. A Diffie-Hellman prime of 1024 bits is within reach of states, one of 512 bits of anyone (Logjam).',
  fix: `Leave finite-field Diffie-Hellman out; ECDHE does its work.\n${CIPHER_LINES}`,
  references: [
    'https://weakdh.org/',
    'https://www.rfc-editor.org/rfc/rfc9325#section-4.1',
    'https://www.rfc-editor.org/rfc/rfc9155',
  ],
  needs: ['tls'],
  outcomes: {
    strong: { title: 'Key exchange is strong', status: 'good' },
    broken_prime: {
      title: 'Diffie-Hellman prime that can be broken (Logjam)',
      weakness: 'tls-weak-cipher',
      status: 'bad',
      cap: 49,
    },
    short_prime: {
      title: 'Diffie-Hellman prime shorter than 2048 bits',
      weakness: 'tls-weak-cipher',
      status: 'weak',
      severity: 'important',
      deduction: 5,
      cap: 79,
      note: 'A prime of at least 2048 bits is needed.',
    },
    weak_curve: {
      title: 'Elliptic curve of less than 224 bits accepted',
      weakness: 'tls-weak-cipher',
      status: 'weak',
      severity: 'minor',
      deduction: 3,
      cap: 79,
      note: 'A curve of less than 224 bits is accepted.',
    },
    weak_signature: {
      title: 'Key exchange signed over SHA-1 or MD5 where a client offers nothing else',
      weakness: 'tls-weak-cipher',
      status: 'weak',
      severity: 'minor',
      deduction: 2,
      explanation:
        'In TLS 1.2 the server proves its part of the key exchange by a signature. It makes one over SHA-1 or MD5 for a client that asks for that alone, or first; both hashes have collisions (SLOTH).',
      note: 'Current clients ask for SHA-256 and get it. RFC 9155 withdrew SHA-1 and MD5 here, and NCSC and Internet.nl call them insufficient.',
    },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    const { dh_bits: bits, weak_group: weak } = tls;
    const prime = bits === null ? [] : [`Diffie-Hellman prime of ${bits} bits`];
    if (bits !== null && bits < 1024) return { outcome: 'broken_prime', evidence: prime };
    if (bits !== null && bits < 2048) return { outcome: 'short_prime', evidence: prime };
    if (weak.offered === true) return { outcome: 'weak_curve', evidence: [weak.group ?? ''], fix: GROUP_LINES };
    const hashes = tls.signature_list.find(({ kind, offered }) => kind === 'sha1' && offered === true);
    if (hashes)
      return {
        outcome: 'weak_signature',
        evidence: [`${hashes.version}: SHA-1 or MD5 was offered, alone or first, and taken`],
        fix: SIGNATURE_LINES,
      };
    const groups = [...new Set(Object.values(tls.groups))];
    if (groups.length === 0 && bits === null) return null;
    return { outcome: 'strong', evidence: [...groups, ...prime] };
  },
});
