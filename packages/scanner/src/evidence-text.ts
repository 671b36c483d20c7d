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

/**
 * The same, of a file of evidence. An earlier version wrote fewer members; what the schema adds is not part of what was
 * seen, so the hash is that of the file, and of the report that came with it.
 * @param file the parsed JSON of the file
 * @param evidence what the schema read from it
 */
export function evidenceTextOf(file: unknown, evidence: Evidence): string {
  try {
    return evidenceText(file as Evidence);
  } catch {
    // Members that the schema ignores can be anything, for example nested too deeply.
    return evidenceText(evidence);
  }
}
