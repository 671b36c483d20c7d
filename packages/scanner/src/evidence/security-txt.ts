import { z } from 'zod';

/** One place where a security.txt may live, followed to its end. */
export const SecurityTxtAttempt = z.object({
  /** As asked. */
  url: z.string(),
  /** Every URL on the way, the first and the last included. */
  chain: z.array(z.string()).min(1),
  /** Null when there was no answer at all. */
  status: z.int().nullable(),
  content_type: z.string().nullable(),
  /** Decoded as UTF-8; null unless the status was 200. */
  body: z.string().nullable(),
  bytes: z.int(),
  truncated: z.boolean(),
  /** The bytes are well-formed UTF-8 (RFC 9116 §3). */
  utf8: z.boolean(),
  /** The bytes begin with a byte order mark. */
  bom: z.boolean(),
  /** Why there is no answer, or why a redirect was not followed; null otherwise. */
  failure: z.string().nullable(),
  /** Whose fault a failure is. */
  blame: z.enum(['site', 'us']).nullable(),
});
export type SecurityTxtAttempt = z.infer<typeof SecurityTxtAttempt>;

export const SecurityTxtEvidence = z.object({
  /** `/.well-known/security.txt` first; `/security.txt` only when the first brought no file. */
  attempts: z.array(SecurityTxtAttempt).min(1),
});
export type SecurityTxtEvidence = z.infer<typeof SecurityTxtEvidence>;
