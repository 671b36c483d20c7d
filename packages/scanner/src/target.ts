/** A URL that has passed admission. */
export interface Target {
  /** Normalized: A-label host, no default port, no fragment. */
  url: string;
  scheme: 'http' | 'https';
  host: string;
  port: number;
  /** eTLD+1 according to the public suffix list (ICANN section). Null for address literals. */
  registrableDomain: string | null;
}

/** Where the site's https is: a URL with plain http says nothing of its port. */
export function httpsPort({ scheme, port }: Pick<Target, 'scheme' | 'port'>): number {
  return scheme === 'https' ? port : 443;
}

/** A host as in a URL (RFC 3986 §3.2.2). */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Host and port of the site's https, as in a URL. */
export function httpsAuthority(target: Pick<Target, 'scheme' | 'host' | 'port'>): string {
  const host = urlHost(target.host);
  const port = httpsPort(target);
  return port === 443 ? host : `${host}:${port}`;
}
