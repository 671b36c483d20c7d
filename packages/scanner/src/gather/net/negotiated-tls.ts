import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';

/** What a handshake agreed on, and the certificates that were sent in it. */
export interface Negotiated {
  version: string | null;
  suite: string | null;
  alpn: string | null;
  /** OpenSSL's name of the key exchange group, if available. */
  group: string | null;
  /** OpenSSL's verification error; null when the chain verified. Undefined without a completed handshake. */
  verifyCode: string | null | undefined;
  /** As sent, leaf first. */
  chain: X509Certificate[];
}

export function negotiatedOn(secure: TLSSocket): Negotiated {
  return {
    version: secure.getProtocol(),
    suite: secure.getCipher().standardName,
    alpn: secure.alpnProtocol || null,
    group: groupOf(secure),
    verifyCode: secure.authorized ? null : codeOf(secure.authorizationError),
    chain: wireChain(secure.getPeerX509Certificate()),
  };
}

export function groupOf(socket: TLSSocket): string | null {
  const key = socket.getEphemeralKeyInfo();
  return key && 'name' in key ? (key.name ?? null) : null;
}

/** As many as of a chain that comes in clear. */
const MAX_SENT = 24;

/**
 * `issuerCertificate` of a peer certificate is simply the next one on the wire, no matter who issued it.
 * That is not documented; a test holds Node to it.
 */
function wireChain(leaf: X509Certificate | undefined): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let next = leaf; next && chain.length < MAX_SENT; next = next.issuerCertificate) chain.push(next);
  return chain;
}

/** Node's types say Error; at run time it is OpenSSL's code as a string. */
function codeOf(error: unknown): string {
  if (typeof error === 'string') return error;
  return (error as NodeJS.ErrnoException | null)?.code ?? 'UNKNOWN';
}
