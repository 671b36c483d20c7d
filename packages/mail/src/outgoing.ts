import type { FileName, MailHtml, MailLine, MailText } from './encode.ts';

/** A message as it leaves: each part as its encoder made it. */
export interface OutgoingMail {
  /** Also the idempotency key. */
  id: string;
  from: MailLine;
  to: MailLine;
  subject: MailLine;
  text: MailText;
  html: MailHtml;
  attachments: readonly { fileName: FileName; contentType: string; content: Uint8Array }[];
}

/**
 * sent: accepted. permanent: never will be. retryable: not accepted, may be later.
 * unknown: no answer, so it may have been accepted; the same key makes another try safe.
 */
export type SendResult =
  | { outcome: 'sent'; providerId: string | null }
  | { outcome: 'permanent' | 'retryable' | 'unknown'; reason: string; retryAfterMs?: number };

export type SendMail = (mail: OutgoingMail) => Promise<SendResult>;
