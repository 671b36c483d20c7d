import type { Certificate, Trust } from '../../evidence/tls.ts';
import { SERVER_AUTH } from '../../parse/x509/purposes.ts';

export type PurposeFault = 'wrong_purpose' | 'key_may_not_sign' | 'key_may_not_encrypt' | 'authority';

/**
 * What the certificate of a site must not say of itself.
 * @param signs the server offers suites in which it signs the handshake; null: not found out
 * @param trust of its chain
 */
export function purposeFault(
  leaf: Certificate,
  signs: boolean | null,
  trust: { state: Trust['state'] } | null,
): PurposeFault | null {
  const { extended_key_usage: purposes, key_usage: usage, key } = leaf;
  // "Any purpose" alone: Firefox and OpenSSL do not take it for servers.
  if (purposes && !purposes.includes(SERVER_AUTH)) return 'wrong_purpose';
  if (usage && !usage.includes('digitalSignature')) {
    // An RSA key that may only encrypt serves static RSA, which is enough where nothing else is offered.
    const encrypts = key.type === 'RSA' && usage.includes('keyEncipherment');
    if (!encrypts || signs !== false) return 'key_may_not_sign';
  }
  // RFC 5246 §7.4.2; BoringSSL asks for it where the key exchange is static RSA.
  if (usage && signs === false && key.type === 'RSA' && !usage.includes('keyEncipherment'))
    return 'key_may_not_encrypt';
  return isAuthority(leaf, trust) ? 'authority' : null;
}

/**
 * Firefox takes no certificate authority for a site, not even one that is a root of its own. That a self-signed one is not
 * trusted is said elsewhere.
 */
export function isAuthority(leaf: Certificate, trust: { state: Trust['state'] } | null): boolean {
  return leaf.is_ca && (!leaf.self_signed || trust?.state === 'trusted');
}
