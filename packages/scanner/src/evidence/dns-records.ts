import { z } from 'zod';

/**
 * `unknown` means that the lookup failed (timeout, SERVFAIL, REFUSED, malformed response, our own limits). The record
 * may exist, so this is never shown as `absent`.
 */
export const RecordState = z.enum(['present', 'absent', 'unknown']);
export type RecordState = z.infer<typeof RecordState>;

/** One lookup with records of type T. */
export function recordSet<T extends z.ZodType>(record: T) {
  return z.object({
    /** The queried name. */
    name: z.string(),
    state: RecordState,
    records: z.array(record),
    /** The resolver validated the response, or the absence of records, with DNSSEC (AD bit). */
    authenticated: z.boolean(),
    /** NXDOMAIN: nothing exists at the name or below it. */
    nxdomain: z.boolean(),
    /** Why the state is `unknown`. */
    reason: z.string().nullable(),
    alias: z.string().optional().describe('the end of the CNAME chain, if the name is an alias'),
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
