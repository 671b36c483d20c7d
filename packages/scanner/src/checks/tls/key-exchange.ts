import { defineCheck } from '../../check.ts';
import type { TlsEvidence } from '../../evidence/tls.ts';
import { CIPHER_LINES, GROUP_LINES, SIGNATURE_LINES } from './server-config.ts';
import { accepts, unanswered } from './what-was-seen.ts';

const WHEN_TESTED =
  'The scan tests this only on servers that also accept TLS 1.0, TLS 1.1 or static RSA, and that respond in time.';

const NOTHING_ELSE =
  'Chrome, Edge and programs with OpenSSL 3 refuse these signatures: they get no connection, or a suite without forward secrecy.';

/** Tried with Chromium 156 and Firefox 153; Safari by its hello. */
const REFUSING: Partial<Record<TlsEvidence['signature_list'][number]['kind'], string>> = {
  ecdsa_sha512: 'with ECDSA and SHA-512, which Chrome, Edge and Safari refuse',
  sha224: 'with SHA-224, which all current browsers refuse',
  sha1: 'with SHA-1 or MD5, which Chrome, Edge and programs with OpenSSL 3 refuse',
};

/** Example that triggers it: a ServerKeyExchange with a 1024-bit prime. */
export default defineCheck({
  id: 'tls/key-exchange',
  title: 'Key exchange strength',
  severity: 'critical',
  deduction: 15,
  why: 'The key exchange determines how hard it is to compute a session key. Governments can break a 1024-bit Diffie-Hellman prime, and anyone can break a 512-bit one (Logjam).',
  fix: `Disable finite-field Diffie-Hellman and use ECDHE instead.\n${CIPHER_LINES}`,
  references: [
    'https://weakdh.org/',
    'https://www.rfc-editor.org/rfc/rfc9325#section-4.1',
    'https://www.rfc-editor.org/rfc/rfc9155',
  ],
  needs: ['tls'],
  outcomes: {
    strong: { title: 'Key exchange is strong', status: 'good' },
    broken_prime: {
      title: 'Diffie-Hellman prime can be broken (Logjam)',
      weakness: 'tls-weak-cipher',
      status: 'bad',
      cap: 49,
    },
    composite_modulus: {
      title: 'Diffie-Hellman modulus is not a prime',
      weakness: 'tls-weak-cipher',
      status: 'bad',
      cap: 49,
      explanation:
        'Finite-field Diffie-Hellman is secure only with a prime. The server sends a number that is not prime, so anyone who knows its factors, such as an attacker who planted it, can compute the session keys.',
    },
    short_prime: {
      title: 'Diffie-Hellman prime is shorter than 2048 bits',
      weakness: 'tls-weak-cipher',
      status: 'weak',
      severity: 'important',
      deduction: 5,
      cap: 79,
      note: 'Use a prime of at least 2048 bits.',
    },
    weak_curve: {
      title: 'Elliptic curve below 224 bits is accepted',
      weakness: 'tls-weak-cipher',
      status: 'weak',
      severity: 'minor',
      deduction: 3,
      cap: 79,
      note: 'The server accepts an elliptic curve below 224 bits.',
    },
    refused_signature: {
      title: 'Chrome and Edge refuse the key exchange signatures',
      weakness: 'tls-weak-cipher',
      status: 'bad',
      cap: 49,
      explanation:
        'In TLS 1.2, the server signs its part of the key exchange, and this server does so only in a way that Chrome and Edge refuse. Their users see an error page instead of the site.',
    },
    weak_signature: {
      title: 'Key exchange can be signed with SHA-1 or MD5',
      weakness: 'tls-weak-cipher',
      status: 'weak',
      severity: 'minor',
      deduction: 2,
      explanation:
        'In TLS 1.2, the server signs its part of the key exchange. It uses SHA-1 or MD5 if a client offers only these hashes or prefers them, and both have known collisions (SLOTH).',
      note: 'Current clients request and get SHA-256. RFC 9155 deprecates SHA-1 and MD5 here, and NCSC and Internet.nl rate them as insufficient.',
    },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    const { dh_bits: bits, weak_group: weak } = tls;
    const prime = bits === null ? [] : [`${bits}-bit Diffie-Hellman prime`];
    if (bits !== null && bits < 1024) return { outcome: 'broken_prime', evidence: prime };
    if (tls.dh_composite === true)
      return { outcome: 'composite_modulus', evidence: [`${bits ?? 'unknown'}-bit Diffie-Hellman modulus`] };
    if (bits !== null && bits < 2048) return { outcome: 'short_prime', evidence: prime };
    const refused = refusedSignatures(tls);
    if (refused) return { outcome: 'refused_signature', evidence: refused, fix: SIGNATURE_LINES };
    if (weak.offered === true) return { outcome: 'weak_curve', evidence: [weak.group ?? ''], fix: GROUP_LINES };
    const hashes = tls.signature_list.find(({ kind, offered }) => kind === 'sha1' && offered === true);
    if (hashes) {
      const others = tls.signature_list.filter(({ version, kind }) => version === hashes.version && kind !== 'sha1');
      const isAlone =
        others.length > 0 && others.every(({ offered }) => offered === false) && tls.versions['TLS 1.3'] === false;
      return {
        outcome: 'weak_signature',
        evidence: [
          isAlone
            ? `${hashes.version}: the server signs with SHA-1 or MD5 and nothing else`
            : `${hashes.version}: the server accepted SHA-1 or MD5 when it was offered alone or first`,
        ],
        fix: SIGNATURE_LINES,
        ...(isAlone ? { note: NOTHING_ELSE } : {}),
      };
    }
    const groups = [...new Set(Object.values(tls.groups))];
    if (groups.length === 0 && bits === null) return null;
    // Accepted, and its prime was never seen.
    if (bits === null && accepts(tls, 'dhe_aead', 'dhe_cbc') === true) return unanswered(tls);
    const open = untested(tls);
    const note = `Not tested: ${open.join(', ')}. ${WHEN_TESTED}`;
    return { outcome: 'strong', evidence: [...groups, ...prime], ...(open.length > 0 ? { note } : {}) };
  },
});

/** What "strong" does not cover, in words. */
function untested(tls: TlsEvidence): string[] {
  const sha1 = tls.signature_list.find(({ version, kind }) => version === 'TLS 1.2' && kind === 'sha1');
  const signs = accepts(tls, 'ecdhe_aead', 'ecdhe_cbc', 'dhe_aead', 'dhe_cbc') !== false;
  return [
    ...(accepts(tls, 'ecdhe_aead', 'ecdhe_cbc') !== false && tls.weak_group.offered === null
      ? ['curves below 224 bits']
      : []),
    ...(signs && tls.versions['TLS 1.2'] !== false && sha1?.offered !== false ? ['signatures with SHA-1 or MD5'] : []),
  ];
}

/** The signatures of a server that has no others, and no way around them. */
function refusedSignatures(tls: TlsEvidence): string[] | null {
  const kinds = tls.signature_list.filter(({ version }) => version === 'TLS 1.2');
  const others = kinds.filter(({ kind }) => kind === 'ecdsa' || kind === 'rsa');
  if (others.length < 2 || others.some(({ offered }) => offered !== false)) return null;
  if (tls.versions['TLS 1.3'] !== false || accepts(tls, 'static_aead', 'static_cbc') !== false) return null;
  const words = kinds.flatMap(({ kind, offered }) => (offered === true ? (REFUSING[kind] ?? []) : []));
  return words.length > 0 ? words.map((word) => `TLS 1.2: the server signs ${word}`) : null;
}
