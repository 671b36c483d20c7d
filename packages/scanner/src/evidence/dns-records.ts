import { z } from 'zod';

/**
 * `unknown` means the look-up failed (time-out, SERVFAIL, REFUSED, malformed answer, our own limits):
 * that says nothing about whether the record exists, so it is never shown as `absent`.
 */
export const RecordState = z.enum(['present', 'absent', 'unknown']);
export type RecordState = z.infer<typeof RecordState>;

/** One look-up that holds records of type T. */
export function recordSet<T extends z.ZodType>(record: T) {
  return z.object({
    /** The name asked. */
    name: z.string(),
    state: RecordState,
    records: z.array(record),
    /** The resolver validated the answer, or its absence, with DNSSEC (AD bit). */
    authenticated: z.boolean(),
    /** NXDOMAIN: nothing at all exists at the name or below it. */
    nxdomain: z.boolean(),
    /** Why the state is `unknown`. */
    reason: z.string().nullable(),
  });
}

export const TlsaRecord = z.object({
  usage: z.int(),
  selector: z.int(),
  matching: z.int(),
  data: z.string().describe('hex'),
  sha256: z.string().optional().describe('of the data, where that is a certificate or key and no digest'),
});
export type TlsaRecord = z.infer<typeof TlsaRecord>;
