import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';

/**
 * `tls.connect` for servers that may send any certificate. After a handshake whose chain verifies, Node reads the whole
 * chain into its legacy certificate object to compare names. That reader dereferences a null pointer (SIGSEGV, Node
 * 24.9 and 24.21) when any certificate has an EC key on a prime curve without a NIST name: brainpoolP256r1, secp256k1.
 * This comparison is not needed: names are judged from the DER. So Node gets nothing to read.
 * Use `getPeerX509Certificate()`, which builds no such object, and never its `toLegacyObject()`.
 */
export function connectForeign(options: ConnectionOptions): TLSSocket {
  const socket = connect({ ...options, rejectUnauthorized: false, checkServerIdentity: () => undefined });
  // Node's own listener of `secure` looks it up on the socket, and finds this one.
  socket.getPeerCertificate = () => ({}) as never;
  return socket;
}
