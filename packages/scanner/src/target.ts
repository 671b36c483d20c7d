/** A URL that has passed admission. */
export interface Target {
  /** Normalised: A-label host, default port dropped, no fragment. */
  url: string;
  scheme: 'http' | 'https';
  host: string;
  port: number;
  /** eTLD+1 by the public suffix list (ICANN section); null for address literals. */
  registrableDomain: string | null;
}
