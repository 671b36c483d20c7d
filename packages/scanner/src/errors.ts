import type { TlsEvidence } from './evidence/tls.ts';

/** The admission rule that a target or a redirect violates. */
export type RefusalCode = 'syntax' | 'scheme' | 'credentials' | 'port' | 'name' | 'address';

/** The target must not be scanned: HTTP 400. The message names the rule and, for a redirect, its target. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
  readonly code: RefusalCode;
  constructor(message: string, code: RefusalCode = 'address') {
    super(message);
    this.code = code;
  }
}

/** Why a connection failed, for the message to the caller: HTTP 502. */
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

/** No handshake was completed, but the server answered ClientHellos. What they revealed is shown. */
export class HandshakeFault extends NetworkFault {
  readonly tls: TlsEvidence;
  constructor(message: string, tls: TlsEvidence, options: { cause: unknown }) {
    super('tls', message, options);
    this.tls = tls;
  }
}

/** The caller disconnected or the service is stopping. */
export class ScanCancelled extends Error {
  override readonly name = 'ScanCancelled';
}
