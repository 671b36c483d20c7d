import type { SpfQualifier } from './spf.ts';

export interface SpfVerdict {
  result: 'valid' | 'none' | 'multiple' | 'permerror' | 'unknown';
  record: string | null;
  /** Lookups that a receiver makes if no mechanism matches. Includes `undecidable` ones. */
  lookups: number;
  void_lookups: number;
  /** Result for all other senders, after redirects. Null if not stated, which means neutral. */
  all: SpfQualifier | null;
  /**
   * The term that lets every address pass: `+all`, a /0 network, or an include with one of these. If several records
   * have one, the first such record.
   */
  passes_everybody: string | null;
  /** Terms with a macro that depends on the message, so that only a receiver can resolve them. */
  undecidable: string[];
  uses_ptr: boolean;
  /** Included records with a fault, as `name TXT "…"`. */
  at_fault: string[];
  /** `ip4` networks of /8 or wider and `ip6` of /16 or wider. */
  wide_networks: string[];
  /** Share of all public addresses that pass, 0 to 1: the larger of the IPv4 and IPv6 shares. */
  share: number;
  errors: string[];
  /** Why `result` is unknown. */
  unknown: string[];
  /** A record that was probably meant as SPF. */
  nearly: string | null;
}

/** Before anything is evaluated. */
export function untouchedVerdict(): SpfVerdict {
  return {
    result: 'valid',
    record: null,
    lookups: 0,
    void_lookups: 0,
    all: null,
    passes_everybody: null,
    undecidable: [],
    uses_ptr: false,
    at_fault: [],
    wide_networks: [],
    share: 0,
    errors: [],
    unknown: [],
    nearly: null,
  };
}
