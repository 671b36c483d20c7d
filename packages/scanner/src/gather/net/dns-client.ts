import type { Answer } from 'dns-packet';

export type DnsFailure = 'timeout' | 'servfail' | 'refused' | 'malformed' | 'unreachable' | 'cancelled';

/**
 * An empty `answers` with rcode NOERROR is NODATA. `ok: false` is never "absent":
 * a SERVFAIL or a time-out says nothing about whether the record exists.
 */
export type DnsReply =
  | {
      ok: true;
      rcode: 'NOERROR' | 'NXDOMAIN';
      /** Records of every type in the answer section, CNAMEs of the chain included. */
      answers: Answer[];
      authorities: Answer[];
      /** The resolver says it validated the answer (AD bit). */
      authenticated: boolean;
    }
  | { ok: false; failure: DnsFailure; detail: string; extendedError: number | null };

export interface DnsQuery {
  name: string;
  /** A dns-packet type name; types it does not know are written `UNKNOWN_65`. */
  type: string;
  signal: AbortSignal;
  /** Set DO and AD, to learn the DNSSEC state. */
  dnssec?: boolean;
  /** Set CD: ask for the data even if validation fails. */
  checkingDisabled?: boolean;
}

/** Asks the configured servers only, over UDP with TCP fallback. Never throws for what a server answers. */
export interface DnsClient {
  query(query: DnsQuery): Promise<DnsReply>;
}
