import { constants } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import {
  createSecureContext,
  rootCertificates,
  type ConnectionOptions,
  type SecureContext,
  type SecureContextOptions,
  type TLSSocket,
  type TLSSocketOptions,
} from 'node:tls';
import { NetworkFault } from '../../errors.ts';
import { setDeadline } from './deadline.ts';
import { connectForeign } from './foreign-tls.ts';
import { abortFault, networkFault } from './network-fault.ts';

/** Options of a handshake that belong to OpenSSL's context and not to the connection. */
const CONTEXT_OPTIONS = ['ciphers', 'minVersion', 'maxVersion', 'ecdhCurve', 'sigalgs', 'secureOptions'] as const;
const MAX_CONTEXTS = 32;
const contexts = new Map<string, SecureContext>();

/**
 * As old and as weak as this OpenSSL can: the scan must see the site; what is wrong with its TLS
 * is for the tls section to say. SECLEVEL=0 also keeps weak signatures out of the trust verdict.
 */
const WIDEST: SecureContextOptions = {
  minVersion: 'TLSv1',
  maxVersion: 'TLSv1.3',
  ciphers: 'DEFAULT@SECLEVEL=0',
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
};

/** A ClientHello of one TCP segment: some old servers reset on the larger one with an ML-KEM share. */
export const SMALL_HELLO: ConnectionOptions = { ecdhCurve: 'X25519:P-256:P-384' };

/** OpenSSL itself takes no certificate chain above 100 KB. */
export const MAX_HANDSHAKE_BYTES = 256 * 1024;

/** Handshakes of one connection after the first; a server asks for one when a path of it wants a client certificate. */
export const MAX_RENEGOTIATIONS = 3;

interface HandshakeOptions {
  host: string;
  /** Host and port, for messages. */
  where: string;
  signal: AbortSignal;
  timeoutMs: number;
  extraCa: string | undefined;
  tls?: ConnectionOptions | undefined;
  /** The first session that the server issues. */
  onSession?: ((session: Buffer) => void) | undefined;
  /** Asks for one (RFC 6066 §8), as any client does. Not called when none comes. */
  onStaple?: ((staple: Buffer) => void) | undefined;
}

/**
 * OpenSSL would read empty records forever, at a processor's full speed; a real handshake is a few kilobytes.
 * @param onTooMuch called once the server has sent more than any handshake needs
 */
export function meterHandshake(secure: TLSSocket, socket: Socket, onTooMuch: () => void): { stop(): void } {
  const timer = setInterval(() => {
    if (secure.bytesRead + socket.bytesRead > MAX_HANDSHAKE_BYTES) onTooMuch();
  }, 25);
  return { stop: () => clearInterval(timer) };
}

/** A handshake over a socket that is already connected. An untrusted certificate is no failure: the caller reads the verdict. */
export function handshake(socket: Socket, options: HandshakeOptions): Promise<TLSSocket> {
  const { host, where, signal, timeoutMs } = options;
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null): void => {
      timer.clear();
      meter.stop();
      signal.removeEventListener('abort', onAbort);
      secure.removeListener('close', onClose);
      if (error) {
        secure.destroy();
        socket.destroy();
        reject(error);
      } else resolve(secure);
    };
    const onAbort = (): void => settle(abortFault(signal, where));
    const onClose = (): void => {
      settle(new NetworkFault('tls', `${where} could not complete a TLS handshake (connection closed)`));
    };
    // Idle timers are reset by every byte a tarpit drips; this one is not.
    const timer = setDeadline(timeoutMs, () => {
      settle(new NetworkFault('timeout', `${where} did not finish the TLS handshake within ${timeoutMs} ms`));
    });
    const asked: ConnectionOptions & Pick<TLSSocketOptions, 'requestOCSP'> = {
      ...options.tls,
      requestOCSP: options.onStaple !== undefined,
      secureContext: options.tls?.secureContext ?? contextFor(options.tls, options.extraCa),
      socket,
      // RFC 6066 §3: literal addresses are not permitted in server_name.
      servername: options.tls?.servername ?? (isIP(host) ? '' : host),
    };
    const secure = connectForeign(asked);
    const meter = meterHandshake(secure, socket, () => {
      settle(new NetworkFault('tls', `${where} could not complete a TLS handshake (too many bytes)`));
    });
    if (options.onSession) secure.once('session', options.onSession);
    const { onStaple } = options;
    if (onStaple)
      secure.once('OCSPResponse', (staple: Buffer | null) => {
        if (staple && staple.length > 0) onStaple(staple);
      });
    let handshakes = 0;
    // Emitted after every handshake: up to TLS 1.2 a server may ask for another one forever, at 2 ms of ours each.
    secure.on('secureConnect', () => {
      handshakes += 1;
      if (handshakes === 1) settle(null);
      else if (handshakes > 1 + MAX_RENEGOTIATIONS) secure.destroy();
    });
    secure.on('error', (error) => settle(tlsFault(error, where)));
    secure.once('close', onClose);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

function tlsFault(error: Error, where: string): Error {
  const fault = networkFault(error, where, 'tls');
  if (!(fault instanceof NetworkFault) || fault.code === 'timeout' || fault.code === 'limit') return fault;
  // A reset in the middle of a handshake is a handshake that could not be completed, no matter who is to blame.
  const detail = fault.code === 'reset' ? 'connection reset' : openSslReason(error);
  return new NetworkFault('tls', `${where} could not complete a TLS handshake (${detail})`, { cause: error });
}

function openSslReason(error: Error & { reason?: unknown }): string {
  return typeof error.reason === 'string' ? error.reason.slice(0, 80) : 'protocol error';
}

/** Building a context parses every root certificate (20 ms with extra ones), so each kind is built once per process. */
function contextFor(tls: ConnectionOptions | undefined, extraCa: string | undefined): SecureContext {
  const options: SecureContextOptions = { ...WIDEST };
  for (const name of CONTEXT_OPTIONS) if (tls?.[name] !== undefined) Object.assign(options, { [name]: tls[name] });
  const key = JSON.stringify([options, extraCa]);
  const known = contexts.get(key);
  if (known && tls?.cert === undefined) return known;
  if (extraCa !== undefined) options.ca = [...rootCertificates, extraCa];
  // A caller's own certificate is for this connection alone: it is not kept for others.
  if (tls?.cert !== undefined) {
    return createSecureContext({ ...options, cert: tls.cert, key: tls.key, passphrase: tls.passphrase });
  }
  const context = createSecureContext(options);
  if (contexts.size >= MAX_CONTEXTS) contexts.clear();
  contexts.set(key, context);
  return context;
}
