import type { PublicJwk } from './signing-key.ts';

/** The public keys of a service, as in /.well-known/palisade-keys.json. */
export interface Jwks {
  keys: readonly Pick<PublicJwk, 'kid' | 'x'>[];
}

/** What a signed report or document claims; trustworthy only when it is genuine. */
export interface Claims {
  report_id: string | null;
  url: string;
  grade: string;
  score: number;
  scanned_at: string;
}

export type Verdict =
  | { result: 'genuine'; kid: string; claims: Claims }
  /** It has a signature by one of the keys, but not over its current content. */
  | { result: 'altered'; kid: string; reason: string }
  /** No signature, or one by a key that is not among those given. */
  | { result: 'unknown'; kid: string | null; reason: string };
