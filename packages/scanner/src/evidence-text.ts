import { canonicalJson, wellFormed } from '@palisade/signing/canonical-json';
import type { Evidence } from './evidence.ts';

/**
 * The form of evidence that is hashed, stored and served: canonical JSON (RFC 8785), with lone surrogates replaced by
 * U+FFFD. `evidence_sha256` is the SHA-256 of its UTF-8 bytes.
 */
export function evidenceText(evidence: Evidence): string {
  try {
    return canonicalJson(evidence);
  } catch {
    return canonicalJson(wellFormed(evidence));
  }
}
