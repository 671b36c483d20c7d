import { FakeResend } from '@palisade/lab/resend/fake-resend';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileName, mailLine, renderedMail } from './encode.ts';
import type { OutgoingMail } from './outgoing.ts';
import { classify, resendSender } from './resend-sender.ts';

let fake: FakeResend;
beforeEach(async () => {
  fake = await new FakeResend().listen();
});
afterEach(() => fake.close());

const mail = (more: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: '0b2c6f64-58a5-4d0e-9a1c-2a1f6f2f3a11',
  from: mailLine('Palisade <reports@palisade.example>'),
  to: mailLine('buyer@example.com'),
  subject: mailLine('Compliance report for shop.example.com'),
  ...renderedMail('<p>The report is attached.</p>', 'The report is attached.'),
  attachments: [
    { fileName: fileName('palisade_shop.pdf'), contentType: 'application/pdf', content: Buffer.from('%PDF-1.3 …') },
  ],
  ...more,
});
const sender = (timeoutMs = 5_000) => resendSender({ apiKey: 're_test', baseUrl: fake.url, timeoutMs });

describe('the real SDK against the fake', () => {
  it('sends text, HTML and the attachment under the message’s id', async () => {
    const result = await sender()(mail());
    expect(result).toEqual({ outcome: 'sent', providerId: fake.delivered[0]?.id });
    const [seen] = fake.delivered;
    expect(seen?.idempotencyKey).toBe(mail().id);
    expect(seen?.body).toMatchObject({
      to: ['buyer@example.com'],
      subject: mail().subject,
      text: mail().text,
      html: mail().html,
    });
    const [attachment] = seen?.body.attachments ?? [];
    expect(attachment?.filename).toBe('palisade_shop.pdf');
    expect(Buffer.from(attachment?.content ?? '', 'base64').toString()).toBe('%PDF-1.3 …');
  });

  it('the same message twice is delivered once', async () => {
    const send = sender();
    const first = await send(mail());
    expect(await send(mail())).toEqual(first);
    expect(fake.delivered).toHaveLength(1);
  });

  it('the same id with other bytes is unknown, and never sent again', async () => {
    const send = sender();
    await send(mail());
    expect(await send(mail({ subject: mailLine('Another') }))).toMatchObject({ outcome: 'unknown' });
    expect(fake.delivered).toHaveLength(1);
  });

  it.each([
    ['status', 429, 'retryable'],
    ['status', 500, 'unknown'],
    ['status', 502, 'unknown'],
    ['drop_before', undefined, 'unknown'],
    ['drop_after', undefined, 'unknown'],
    ['garbage', undefined, 'unknown'],
  ] as const)('%s %s is %s, and the next try arrives once', async (kind, status, outcome) => {
    fake.faults.push({ path: /^\/emails$/, kind, ...(status === undefined ? {} : { status }), times: 1 });
    const send = sender();
    expect(await send(mail())).toMatchObject({ outcome });
    expect(await send(mail())).toMatchObject({ outcome: 'sent' });
    expect(fake.delivered).toHaveLength(1);
  });

  it('no response ends at the deadline, as unknown', async () => {
    fake.faults.push({ path: /./, kind: 'hang', times: 1 });
    expect(await sender(150)(mail())).toMatchObject({ outcome: 'unknown' });
  });

  it('an invalid address is permanently rejected', async () => {
    expect(await sender()(mail({ to: mailLine('nobody') }))).toMatchObject({ outcome: 'permanent' });
  });
});

describe('classify', () => {
  it.each([
    ['rate_limit_exceeded', 429, 'retryable'],
    ['daily_quota_exceeded', 429, 'retryable'],
    ['concurrent_idempotent_requests', 409, 'retryable'],
    ['invalid_api_key', 403, 'retryable'],
    ['application_error', null, 'unknown'],
    ['internal_server_error', 500, 'unknown'],
    ['invalid_idempotent_request', 409, 'unknown'],
    ['validation_error', 422, 'permanent'],
    ['invalid_attachment', 422, 'permanent'],
  ] as const)('%s %s → %s', (name, statusCode, outcome) => {
    expect(classify({ name, statusCode, message: 'to a@b.example failed' }, {})).toMatchObject({ outcome });
  });

  it('removes addresses from the reason, and respects retry-after', () => {
    const result = classify(
      { name: 'rate_limit_exceeded', statusCode: 429, message: 'for a.b@c.example' },
      { 'retry-after': '7' },
    );
    expect(result).toEqual({
      outcome: 'retryable',
      reason: 'rate_limit_exceeded (429): for <address>',
      retryAfterMs: 7_000,
    });
  });
});
