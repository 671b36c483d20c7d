/** One request of a scan and its answer, as readable lines. */
export interface Exchange {
  /** Why it was sent. */
  about: string;
  /** The checked address of the connection; null if it was not recorded. */
  address: string | null;
  request: string[];
  answer: string[];
}

/** What a scan sent and received, from its evidence. Auditors read it instead of the raw data. */
export interface Transcript {
  user_agent: string | null;
  started_at: string;
  ended_at: string;
  /** Addresses of HTTP connections, each once. */
  addresses: string[];
  exchanges: Exchange[];
  /** `example.com A: 192.0.2.1` */
  dns: string[];
  tls: string[];
}
