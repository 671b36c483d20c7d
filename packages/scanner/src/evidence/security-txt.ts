import { z } from 'zod';

/** One possible location of security.txt, with redirects followed. */
export const SecurityTxtAttempt = z.object({
  /** As requested. */
  url: z.string(),
  /** All URLs of the redirect chain, including the first and the last. */
  chain: z.array(z.string()).min(1),
  /** Null if there was no response. */
  status: z.int().nullable(),
  content_type: z.string().nullable(),
  /** Decoded as UTF-8. Null unless the status was 200. */
  body: z.string().nullable(),
  bytes: z.int(),
  truncated: z.boolean(),
  /** The bytes are well-formed UTF-8 (RFC 9116 §3). */
  utf8: z.boolean(),
  /** The bytes begin with a byte order mark. */
  bom: z.boolean(),
  /** Why there is no response, or why a redirect was not followed. Otherwise null. */
  failure: z.string().nullable(),
  /** Who caused the failure. */
  blame: z.enum(['site', 'us']).nullable(),
});
export type SecurityTxtAttempt = z.infer<typeof SecurityTxtAttempt>;

export const SecurityTxtEvidence = z.object({
  /** `/.well-known/security.txt` first. `/security.txt` only if the first has no file. */
  attempts: z.array(SecurityTxtAttempt).min(1),
});
export type SecurityTxtEvidence = z.infer<typeof SecurityTxtEvidence>;
