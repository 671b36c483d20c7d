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
