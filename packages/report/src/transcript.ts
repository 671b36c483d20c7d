/** One request of a scan and its answer, as lines that a person reads. */
export interface Exchange {
  /** Why it was asked. */
  about: string;
  /** The checked address that was connected to; null where it was not recorded. */
  address: string | null;
  request: string[];
  answer: string[];
}

/** What a scan did and got, from its evidence: what an auditor reads instead of the raw data. */
export interface Transcript {
  user_agent: string | null;
  started_at: string;
  ended_at: string;
  /** Connected to over HTTP, each once. */
  addresses: string[];
  exchanges: Exchange[];
  /** `example.com A: 192.0.2.1` */
  dns: string[];
  tls: string[];
}
