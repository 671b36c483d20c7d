import { Resend } from 'resend';
import type { OutgoingMail, SendMail, SendResult } from './outgoing.ts';

export interface ResendOptions {
  apiKey: string;
  baseUrl?: string | undefined;
  timeoutMs?: number;
}

/** Sends through Resend. Its SDK does not throw on network errors: the response has to be checked. */
export function resendSender({ apiKey, baseUrl, timeoutMs = 10_000 }: ResendOptions): SendMail {
  const resend = new Resend(apiKey, baseUrl === undefined ? {} : { baseUrl: baseUrl.replace(/\/+$/, '') });
  return async (mail) => {
    const { data, error, headers } = await resend.emails.send(payloadOf(mail), {
      idempotencyKey: mail.id,
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (error === null) return { outcome: 'sent', providerId: data.id };
    return classify(error, headers ?? {});
  };
}

function payloadOf(mail: OutgoingMail) {
  return {
    from: mail.from,
    to: [mail.to],
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    tags: [{ name: 'message', value: mail.id }],
    attachments: mail.attachments.map(({ fileName, contentType, content }) => ({
      filename: fileName,
      contentType,
      content: Buffer.from(content),
    })),
  };
}

/** Names of errors in the message or the account that a retry cannot fix, whatever their status. */
const QUOTA = new Set(['daily_quota_exceeded', 'monthly_quota_exceeded', 'rate_limit_exceeded']);
/** An error in our account, not the message: once an operator fixes it, the message is sent. */
const ACCOUNT = new Set([
  'missing_api_key',
  'invalid_api_key',
  'restricted_api_key',
  'invalid_from_address',
  'invalid_access',
]);

export function classify(
  error: { name: string; statusCode: number | null; message: string },
  headers: Readonly<Record<string, string>>,
): SendResult {
  const reason = `${error.name}${error.statusCode === null ? '' : ` (${error.statusCode})`}: ${withoutAddresses(error.message)}`;
  const { statusCode: status, name } = error;
  // No status: the connection failed, was cut or timed out. The request may have been accepted anyway.
  if (status === null || status >= 500) return { outcome: 'unknown', reason };
  // The key was used for other bytes: an earlier attempt succeeded. A new key could deliver it twice.
  if (name === 'invalid_idempotent_request') return { outcome: 'unknown', reason };
  if (name === 'concurrent_idempotent_requests') return { outcome: 'retryable', reason };
  if (status === 429 || QUOTA.has(name)) return { outcome: 'retryable', reason, ...retryAfter(headers) };
  if (ACCOUNT.has(name) || status === 401 || status === 403) return { outcome: 'retryable', reason };
  if (status === 408 || status === 409 || status === 425) return { outcome: 'retryable', reason };
  return { outcome: 'permanent', reason };
}

function retryAfter(headers: Readonly<Record<string, string>>): { retryAfterMs?: number } {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? { retryAfterMs: Math.min(seconds, 3600) * 1000 } : {};
}

/** Reasons are logged and shown to operators; addresses are personal data. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/[^\s<>"'`]+@[^\s<>"'`]+/g, '<address>').slice(0, 500);
}
