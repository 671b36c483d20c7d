import { NetworkFault, TargetRefused, type NetworkFaultCode } from '../../errors.ts';

/** Maps an error of the operating system, OpenSSL or the HTTP parser to one of our causes. */
export function networkFault(
  error: unknown,
  where: string,
  fallback: NetworkFaultCode = 'reset',
): NetworkFault | TargetRefused {
  if (error instanceof NetworkFault || error instanceof TargetRefused) return error;
  const { code = '', message = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const fault = (kind: NetworkFaultCode, text: string): NetworkFault =>
    new NetworkFault(kind, `${where} ${text}`, { cause: error });
  switch (code) {
    case 'ECONNREFUSED':
      return fault('refused', 'refused the connection');
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
      return fault('reset', 'closed the connection without responding');
    case 'ETIMEDOUT':
      return fault('timeout', 'did not respond in time');
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
    case 'EHOSTDOWN':
    case 'ENETDOWN':
    case 'EACCES':
    case 'EPERM':
    case 'EINVAL':
      return fault('unreachable', 'cannot be reached from the scanner');
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOBUFS':
      return new NetworkFault('limit', 'this service has no free connection', { blame: 'us', cause: error });
    case 'HPE_HEADER_OVERFLOW':
      return fault('too_large', 'sent more header data than this service reads');
    default:
  }
  if (code.startsWith('HPE_')) return fault('malformed', 'did not respond with valid HTTP');
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || /ssl|tls/iu.test(message)) {
    return fault('tls', 'could not complete a TLS handshake');
  }
  return fault(
    fallback,
    fallback === 'tls' ? 'could not complete a TLS handshake' : 'closed the connection without responding',
  );
}

/** A scan that ended: at its deadline (the site was too slow) or because no caller waits any more. */
export function abortFault(signal: AbortSignal, where: string): NetworkFault {
  const reason: unknown = signal.reason;
  if (reason instanceof Error && reason.name === 'TimeoutError') {
    return new NetworkFault('timeout', `${where} did not respond in time`, { cause: reason });
  }
  return new NetworkFault('cancelled', 'the scan was ended', { blame: 'us', cause: reason });
}

/** OpenSSL's reason: the server chose an application protocol that was not offered, which no client accepts (RFC 7301 §3.1). */
export function isUnofferedProtocol(cause: unknown): boolean {
  return cause instanceof Error && cause.message.includes('tls_parse_stoc_alpn:bad extension');
}
