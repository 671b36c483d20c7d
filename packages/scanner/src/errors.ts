import type { TlsEvidence } from './evidence/tls.ts';

/** Which rule of admission a target, or a redirect, broke. */
export type RefusalCode = 'syntax' | 'scheme' | 'credentials' | 'port' | 'name' | 'address';

/** The target is not one we may reach: HTTP 400. The message says which rule and, for a redirect, where it led. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
  readonly code: RefusalCode;
  constructor(message: string, code: RefusalCode = 'address') {
    super(message);
    this.code = code;
  }
}

/** Why a connection failed, told apart for the message a caller reads: HTTP 502. */
export type NetworkFaultCode =
  'timeout' | 'refused' | 'reset' | 'unreachable' | 'dns' | 'tls' | 'malformed' | 'too_large' | 'limit' | 'cancelled';

export class NetworkFault extends Error {
  override readonly name = 'NetworkFault';
  readonly code: NetworkFaultCode;
  readonly blame: 'site' | 'us';
  constructor(code: NetworkFaultCode, message: string, options?: { blame?: 'site' | 'us'; cause?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.blame = options?.blame ?? 'site';
  }
}

/** No handshake came about, though hellos were answered: what they told is worth showing. */
export class HandshakeFault extends NetworkFault {
  readonly tls: TlsEvidence;
  constructor(message: string, tls: TlsEvidence, options: { cause: unknown }) {
    super('tls', message, options);
    this.tls = tls;
  }
}

/** The caller hung up or the service is stopping. */
export class ScanCancelled extends Error {
  override readonly name = 'ScanCancelled';
}
