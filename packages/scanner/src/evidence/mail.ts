import { z } from 'zod';
import { recordSet, RecordState, TlsaRecord } from './dns-records.ts';
import { Certificate } from './tls.ts';

/** What a mail server said on port 25, as far as a sender goes before it names a letter. */
export const MailServer = z.object({
  host: z.string(),
  /**
   * encrypted: STARTTLS and a handshake. tls_failed: STARTTLS was taken up, the handshake failed. clear: no STARTTLS is
   * offered. refused: it answered, and would not talk to us. unreached: no answer, which says nothing about it.
   */
  state: z.enum(['encrypted', 'tls_failed', 'clear', 'refused', 'unreached']),
  /** Why it is not `encrypted`. */
  reason: z.string().nullable(),
  banner: z.string().nullable(),
  version: z.string().nullable().describe('of TLS'),
  suite: z.string().nullable(),
  /** OpenSSL's word against the chain; null when it verified. */
  trust_fault: z.string().nullable(),
  /** As sent, leaf first. */
  certificates: z.array(Certificate),
  /** `_25._tcp.<host>`: worth something only when `authenticated`. */
  tlsa: recordSet(TlsaRecord),
});
export type MailServer = z.infer<typeof MailServer>;

export const DkimKey = z.object({
  selector: z.string(),
  name: z.string(),
  /** Where the name is an alias: its targets, which tell the sending service. */
  chain: z.array(z.string()),
  record: z.string(),
  /** More records at the same selector, of which a verifier takes any. */
  others: z.int().optional(),
});
export type DkimKey = z.infer<typeof DkimKey>;

export const DkimEvidence = z.object({
  /** Of the question for a name that no one uses: `present` means that any name answers. */
  wildcard: RecordState,
  asked: z.array(z.string()).describe('selectors'),
  keys: z.array(DkimKey),
  /** Selectors whose look-up failed. */
  failed: z.int(),
});
export type DkimEvidence = z.infer<typeof DkimEvidence>;
