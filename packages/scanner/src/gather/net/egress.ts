import type { Socket } from 'node:net';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import type { NetworkFaultCode } from '../../errors.ts';
import type { HeaderFields } from '../../evidence/http.ts';
import type { Datagrams } from './datagrams.ts';
import type { DnsClient } from './dns-client.ts';
import type { SeenHandshake, TlsSession } from './tls-sessions.ts';

/** What one operator lets scans do. Built once from the configuration; the same for every scan of a process. */
export interface EgressPolicy {
  /** CIDR notation; opens ranges that are otherwise refused. */
  allowCidrs: readonly string[];
  /** Ports a target URL or redirect may name. */
  allowPorts: readonly (number | readonly [first: number, last: number])[];
  /** `host:port` of the servers every lookup goes to; the host is an address literal. */
  dnsServers: readonly string[];
  /** PEM roots trusted in addition to the platform's. */
  extraCa?: string;
  userAgent: string;
  /** false: mail servers are not contacted. */
  smtp?: boolean;
  /** false: no datagram is sent to a target. */
  http3?: boolean;
}

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

export interface HttpRequestOptions {
  url: URL;
  method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST';
  headers?: Readonly<Record<string, string>>;
  /** Of a POST. */
  body?: string | Uint8Array;
  /** A certificate that a browser would refuse is a fault: what is sent is for the receiver alone. */
  trustedOnly?: boolean;
  signal: AbortSignal;
  /** Total time for this exchange, body included. */
  timeoutMs?: number;
  /** Decoded bytes kept; the rest is not read and `truncated` says so. 0 reads no body at all. */
  maxBodyBytes?: number;
}

export interface HttpAnswer {
  url: string;
  address: string;
  status: number;
  headers: HeaderFields;
  /** Decoded. The body of a redirect is not read. */
  body: Buffer;
  /** The body is only a beginning: `bodyFault` says why, or null when our own limit stopped it. */
  truncated: boolean;
  bodyFault: NetworkFaultCode | null;
  /** The response violated HTTP syntax and was parsed leniently. */
  lenient: boolean;
  /** It came over HTTP/2, because the server has nothing else. */
  http2?: true;
}

/**
 * The only way to the network. A scan makes one `Egress` and every socket it opens
 * comes from here: names are resolved by us, each address is checked against the
 * policy, and the checked address is the one that is connected.
 *
 * Every method may throw `TargetRefused` (policy) or `NetworkFault` (the site or the way to it).
 */
export interface Egress {
  readonly policy: EgressPolicy;
  /** Queries are shared within a scan: identical ones are sent once. */
  readonly dns: DnsClient;
  /**
   * Checks a URL's scheme, syntax, port and literal address without any packet. Returns it normalized.
   * With `base` the text is a Location, which may be relative. Throws `TargetRefused`.
   */
  admit(url: string, base?: string | URL): URL;
  /** Checked addresses of a host, resolved once per scan. */
  resolve(host: string, signal: AbortSignal): Promise<readonly ResolvedAddress[]>;
  /** A connection waits for another one to this address to end. */
  wanted(address: string): boolean;
  /** A TCP connection to the first checked address that answers; counts against the per-host limit of 6. */
  connect(options: { host: string; port: number; signal: AbortSignal; timeoutMs?: number }): Promise<Socket>;
  /** The same to port 25 of a mail server, which is none of the ports that a target may name. */
  connectSmtp(options: { host: string; signal: AbortSignal; timeoutMs?: number }): Promise<Socket>;
  /** Datagrams to one checked address of a host, the one that connections went to where there is one; counts like a connection. */
  datagrams(options: { host: string; port: number; signal: AbortSignal }): Promise<Datagrams>;
  /** A TLS handshake over `connect`. Never rejects for an untrusted certificate: the caller reads the verdict. */
  connectTls(options: {
    host: string;
    port: number;
    signal: AbortSignal;
    timeoutMs?: number;
    tls?: ConnectionOptions;
  }): Promise<TLSSocket>;
  /** What a server of this scan handed to the first https connection made to it; null when there was none, or nothing. */
  session(host: string, port: number): Promise<TlsSession | null>;
  /** How that connection shakes hands, while it is being opened; null when it fails, or uses other settings. */
  handshake(host: string, port: number): Promise<SeenHandshake | null> | null;
  /** One request, no redirects followed. */
  request(options: HttpRequestOptions): Promise<HttpAnswer>;
  /** Ranges of `allowCidrs` that were really used. */
  usedCidrs(): string[];
  /** Destroys every socket that is still open. */
  close(): void;
}
