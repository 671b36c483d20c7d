import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';

/**
 * `tls.connect` for servers that may send any certificate. After a handshake whose chain verifies, Node reads the whole
 * chain into its legacy certificate object to compare names. That reader dereferences a null pointer (SIGSEGV, Node
 * 24.9 and 24.21) when any certificate has an EC key on a prime curve without a NIST name: brainpoolP256r1, secp256k1.
 * The comparison is not wanted here in any case: names are judged from the DER, so Node gets nothing to read.
 * Use `getPeerX509Certificate()`, which builds no such object, and never its `toLegacyObject()`.
 */
export function connectForeign(options: ConnectionOptions): TLSSocket {
  const socket = connect({ ...options, rejectUnauthorized: false, checkServerIdentity: () => undefined });
  // Looked up on the socket by Node's own listener of `secure`, which therefore finds this one.
  socket.getPeerCertificate = () => ({}) as never;
  return socket;
}
