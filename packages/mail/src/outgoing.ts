import type { FileName, MailHtml, MailLine, MailText } from './encode.ts';

/** A message as it is sent: each part as its encoder created it. */
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
 * sent: accepted. permanent: will never be accepted. retryable: not accepted, may be later.
 * unknown: no response, so it may have been accepted; the same key makes a retry safe.
 */
export type SendResult =
  | { outcome: 'sent'; providerId: string | null }
  | { outcome: 'permanent' | 'retryable' | 'unknown'; reason: string; retryAfterMs?: number };

export type SendMail = (mail: OutgoingMail) => Promise<SendResult>;
