import type { SpfQualifier } from './spf.ts';

export interface SpfVerdict {
  result: 'valid' | 'none' | 'multiple' | 'permerror' | 'unknown';
  record: string | null;
  /** Look-ups a receiver makes when no mechanism matches. `undecidable` ones are counted too. */
  lookups: number;
  void_lookups: number;
  /** What the record says of everybody else, redirects followed; null: nothing, which means neutral. */
  all: SpfQualifier | null;
  /**
   * What lets every address on the internet pass: `+all`, a /0 network, an include that says so;
   * of several records, the one that does.
   */
  passes_everybody: string | null;
  /** Terms that hold a macro of the message, so that only a receiver can resolve them. */
  undecidable: string[];
  uses_ptr: boolean;
  /** Records that it takes in, as `name TXT "…"`, where one of them holds a fault. */
  at_fault: string[];
  /** `ip4` networks of /8 or wider and `ip6` of /16 or wider. */
  wide_networks: string[];
  /** Share of all public addresses that pass, 0 to 1: of IPv4 or of IPv6, whichever is more. */
  share: number;
  errors: string[];
  /** Why `result` is unknown. */
  unknown: string[];
  /** A record that was probably meant as SPF. */
  nearly: string | null;
}
