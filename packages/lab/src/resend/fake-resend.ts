import { createHash } from 'node:crypto';
import { type FakeAnswer, PaymentFake, type FakeRequest } from '../payment-fake.ts';

export interface FakeMail {
  id: string;
  idempotencyKey: string | null;
  body: {
    from: string;
    to: string[];
    subject: string;
    html?: string;
    text?: string;
    attachments?: { filename: string; content: string; content_type?: string }[];
  };
}

/**
 * The part of Resend that Palisade uses: POST /emails with idempotency keys valid for 24 hours.
 * Faults (429, 500, cut connections, silence) come from the lab's common HTTP half.
 */
export class FakeResend extends PaymentFake {
  /** Accepted messages, each once. */
  readonly delivered: FakeMail[] = [];
  /** Addresses that it always rejects. */
  readonly refused = new Set<string>();
  readonly #keys = new Map<string, { hash: string; id: string; at: number }>();

  protected override handle(request: FakeRequest): FakeAnswer {
    if (request.path !== '/emails' || request.method !== 'POST')
      return this.#error(404, 'not_found', 'no such endpoint');
    if (!request.headers.authorization?.startsWith('Bearer re_')) {
      return this.#error(401, 'missing_api_key', 'Missing API key in the authorization header.');
    }
    const key = request.headers['idempotency-key'] ?? null;
    if (Array.isArray(key) || (key !== null && (key.length < 1 || key.length > 256))) {
      return this.#error(400, 'invalid_idempotency_key', 'The key must be between 1 and 256 characters.');
    }
    const hash = createHash('sha256').update(request.body).digest('hex');
    const used = key === null ? undefined : this.#keys.get(key);
    if (used !== undefined && this.now() - used.at < 24 * 60 * 60) {
      if (used.hash === hash) return { status: 200, body: { id: used.id } };
      return this.#error(
        409,
        'invalid_idempotent_request',
        'Same idempotency key used with a different request payload.',
      );
    }
    const body = JSON.parse(request.body) as FakeMail['body'];
    const bad = invalidField(body);
    if (bad === null && body.to.some((to) => this.refused.has(to)))
      return this.#error(422, 'validation_error', 'Invalid `to` field. This address cannot be sent to.');
    if (bad !== null) return this.#error(422, 'validation_error', `Invalid \`${bad}\` field.`);
    const id = this.nextId('mail', 20);
    this.delivered.push({ id, idempotencyKey: key, body });
    if (key !== null) this.#keys.set(key, { hash, id, at: this.now() });
    return { status: 200, body: { id } };
  }

  protected override errorBody(status: number, message: string): unknown {
    const name = status === 429 ? 'rate_limit_exceeded' : status >= 500 ? 'internal_server_error' : 'validation_error';
    return { statusCode: status, name, message };
  }

  override webhookHeaders(): Record<string, string> {
    return {};
  }

  #error(statusCode: number, name: string, message: string): FakeAnswer {
    return { status: statusCode, body: { statusCode, name, message } };
  }
}

function invalidField(body: FakeMail['body']): string | null {
  const address = /^(?:[^<>]*<)?[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>?$/;
  if (typeof body.from !== 'string' || !address.test(body.from)) return 'from';
  if (!Array.isArray(body.to) || body.to.length === 0 || !body.to.every((to) => address.test(to))) return 'to';
  if (typeof body.subject !== 'string' || body.subject === '') return 'subject';
  if (typeof body.html !== 'string' && typeof body.text !== 'string') return 'html';
  return null;
}
