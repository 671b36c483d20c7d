import { z } from 'zod';
import { recordSet, RecordState, TlsaRecord } from './dns-records.ts';
import { Certificate } from './tls.ts';

/** The session with a mail server on port 25, up to the point where a sender would name a message. */
export const MailServer = z.object({
  host: z.string(),
  /**
   * encrypted: STARTTLS and a handshake. tls_failed: the server accepted STARTTLS, but the handshake failed. clear:
   * STARTTLS is not offered. refused: the server responded but refused the session. unreached: no response, which
   * reveals nothing about the server.
   */
  state: z.enum(['encrypted', 'tls_failed', 'clear', 'refused', 'unreached']),
  /** Why it is not `encrypted`. */
  reason: z.string().nullable(),
  banner: z.string().nullable(),
  version: z.string().nullable().describe('of TLS'),
  suite: z.string().nullable(),
  /** OpenSSL's verification error. Null if the chain verified. */
  trust_fault: z.string().nullable(),
  /** As sent, leaf first. */
  certificates: z.array(Certificate),
  /** `_25._tcp.<host>`. Only valid if `authenticated`. */
  tlsa: recordSet(TlsaRecord),
});
export type MailServer = z.infer<typeof MailServer>;

export const DkimKey = z.object({
  selector: z.string(),
  name: z.string(),
  /** The targets if the name is an alias. They identify the sending service. */
  chain: z.array(z.string()),
  record: z.string(),
  /** Additional records at the same selector. Verifiers may use any of them. */
  others: z.int().optional(),
});
export type DkimKey = z.infer<typeof DkimKey>;

export const DkimEvidence = z.object({
  /** Result for a name that no one uses: `present` means that every name has a record. */
  wildcard: RecordState,
  asked: z.array(z.string()).describe('selectors'),
  keys: z.array(DkimKey),
  /** Number of selectors whose lookup failed. */
  failed: z.int(),
});
export type DkimEvidence = z.infer<typeof DkimEvidence>;
