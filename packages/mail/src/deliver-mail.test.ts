import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { FakeResend } from '@palisade/lab/resend/fake-resend';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileName, mailLine, renderedMail } from './encode.ts';
import { deliverMail, dueMail, type MailDeps } from './deliver-mail.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { outboxFolder } from './outbox-folder.ts';
import { resendSender } from './resend-sender.ts';
import type { SendMail } from './outgoing.ts';

let database: TestDatabase;
let fake: FakeResend;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  fake = await new FakeResend().listen();
  folder = await mkdtemp(path.join(tmpdir(), 'palisade-outbox-'));
});
afterEach(async () => {
  await fake.close();
  await rm(folder, { recursive: true, force: true });
});

const order = (dedupeKey: string = randomUUID()) => ({
  dedupeKey,
  to: 'buyer@example.com',
  template: 'one_time_token',
  payload: { token: 'ot_secret', link: 'https://palisade.example/#one_time_token=ot_secret' },
});
const deps = (send: SendMail, more: Partial<MailDeps> = {}): MailDeps => ({
  db: database.db,
  send,
  from: 'Palisade <reports@palisade.example>',
  serviceName: 'Palisade',
  ...more,
});
const resend = () => resendSender({ apiKey: 're_test', baseUrl: fake.url, timeoutMs: 2_000 });
const enqueue = (dedupeKey?: string) => database.db.$transaction((tx) => enqueueMail(tx, order(dedupeKey)));
const row = (id: string) => database.db.mailMessage.findUniqueOrThrow({ where: { id } });
const later = (ms: number) => () => new Date(Date.now() + ms);

describe('enqueueMail', () => {
  it('writes one message for one cause, however often it is requested', async () => {
    const key = randomUUID();
    const ids = await Promise.all([enqueue(key), enqueue(key), enqueue(key)]);
    expect(new Set(ids).size).toBe(1);
  });

  it('is rolled back with the transaction of its cause', async () => {
    const key = randomUUID();
    const undone = database.db.$transaction(async (tx) => {
      await enqueueMail(tx, order(key));
      throw new Error('the payment was not recorded');
    });
    await expect(undone).rejects.toThrow('not recorded');
    expect(await database.db.mailMessage.count({ where: { dedupeKey: key } })).toBe(0);
  });
});

it('a sign-in link that has expired while the mail service was down is not sent any more', async () => {
  const link = 'https://palisade.example/account/sign-in?token=x';
  const signIn = { dedupeKey: randomUUID(), to: 'buyer@example.com', template: 'sign_in', payload: { link } };
  const [late, other] = [await database.db.$transaction((tx) => enqueueMail(tx, signIn)), await enqueue()];
  const now = later(16 * 60_000);
  expect(await deliverMail(deps(resend(), { now }), late)).toMatchObject({ state: 'failed' });
  expect(await deliverMail(deps(resend(), { now }), other)).toEqual({ state: 'sent' });
  expect(fake.delivered).toHaveLength(1);
});

describe('a clock that was set back by an hour', () => {
  const ahead = new Date(Date.now() + 3_600_000);
  it('delays neither an untried message, nor one whose sender died', async () => {
    const [fresh, orphan] = [await enqueue(), await enqueue()];
    await database.db.mailMessage.update({ where: { id: fresh }, data: { nextAttemptAt: ahead } });
    await database.db.mailMessage.update({
      where: { id: orphan },
      data: { state: 'sending', attempts: 1, firstAttemptAt: ahead, leaseUntil: ahead },
    });
    expect(await dueMail(database.db, 1_000)).toEqual(expect.arrayContaining([fresh, orphan]));
    for (const id of [fresh, orphan]) expect(await deliverMail(deps(resend()), id)).toEqual({ state: 'sent' });
  });

  it('keeps a lease that may be held, a requested delay, and what an operator has to check', async () => {
    const [held, asked, over] = [await enqueue(), await enqueue(), await enqueue()];
    const soon = new Date(Date.now() + 30_000);
    await database.db.mailMessage.update({ where: { id: held }, data: { state: 'sending', leaseUntil: soon } });
    await database.db.mailMessage.update({ where: { id: asked }, data: { attempts: 1, nextAttemptAt: soon } });
    await database.db.mailMessage.update({ where: { id: over }, data: { state: 'unknown', nextAttemptAt: null } });
    for (const id of [held, asked, over]) expect(await deliverMail(deps(resend()), id)).toEqual({ state: 'not-due' });
  });
});

it.each([1, -1])(
  'a process whose clock is off by %i hours takes no message that another one is sending',
  async (hours) => {
    const id = await enqueue();
    let other: unknown;
    const slow: SendMail = async (mail) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
      const due = await dueMail(database.db, 1_000);
      other = [due.includes(id), (await deliverMail(deps(resend()), id)).state];
      vi.useRealTimers();
      return resend()(mail);
    };
    expect(await deliverMail(deps(slow), id)).toEqual({ state: 'sent' });
    expect(other).toEqual([false, 'not-due']);
  },
);

describe('deliverMail', () => {
  it('sends a message once, marks it, and deletes its secret', async () => {
    const id = await enqueue();
    let hooks = 0;
    const mail = deps(resend(), { onSent: async () => void (hooks += 1) });
    expect(await deliverMail(mail, id)).toEqual({ state: 'sent' });
    expect(await deliverMail(mail, id)).toEqual({ state: 'not-due' });
    expect(fake.delivered).toHaveLength(1);
    expect(fake.delivered[0]?.body.text).toContain('ot_secret');
    expect(hooks).toBe(1);
    const sent = await row(id);
    expect(sent).toMatchObject({ state: 'sent', providerId: fake.delivered[0]?.id });
    expect(JSON.stringify(sent)).not.toContain('ot_secret');
  });

  it('is sent by exactly one of many processes', async () => {
    const id = await enqueue();
    // If a busy machine does not answer in time, the request is correctly repeated.
    const send = resendSender({ apiKey: 're_test', baseUrl: fake.url, timeoutMs: 20_000 });
    const results = await Promise.all(Array.from({ length: 8 }, () => deliverMail(deps(send), id)));
    expect(results.filter(({ state }) => state === 'sent')).toHaveLength(1);
    expect(fake.requests).toHaveLength(1);
  });

  it('a process that read the time, and was then overtaken, repeats neither a message nor an attempt', async () => {
    const early = later(0)();
    const mail = (send: SendMail, at: Date): MailDeps => deps(send, { now: () => at });
    const id = await enqueue();
    let other: unknown;
    await deliverMail(
      mail(
        async (message) => {
          other = await deliverMail(mail(resend(), early), id);
          return resend()(message);
        },
        new Date(early.getTime() + 100),
      ),
      id,
    );
    expect(other).toEqual({ state: 'not-due' });
    expect(fake.requests).toHaveLength(1);

    const asked = await enqueue();
    const busy: SendMail = async () => ({ outcome: 'retryable', reason: 'busy', retryAfterMs: 86_400_000 });
    const first = await deliverMail(mail(busy, new Date(early.getTime() + 100)), asked);
    expect(first).toMatchObject({ state: 'later' });
    expect(await deliverMail(mail(resend(), early), asked)).toEqual({ state: 'not-due' });
  });

  it('a crash between sending and recording sends nothing twice', async () => {
    const id = await enqueue();
    const send = resend();
    // Sent, but the process died before the row recorded it.
    const died = deps(async (mail) => {
      await send(mail);
      throw new Error('killed');
    });
    await deliverMail(died, id);
    await database.db.mailMessage.update({
      where: { id },
      data: { state: 'sending', leaseUntil: new Date(Date.now() - 1) },
    });
    expect(await dueMail(database.db, 100)).toContain(id);
    expect(await deliverMail(deps(send), id)).toEqual({ state: 'sent' });
    expect(fake.delivered).toHaveLength(1);
  });

  it.each(['permanent', 'retryable'] as const)(
    'a sender that stood still beyond its lease does not end what the next one is at (%s)',
    async (outcome) => {
      const id = await enqueue();
      const onFailed = vi.fn(async () => undefined);
      const next = Promise.withResolvers<void>();
      const slow = deps(
        async () => {
          // Meanwhile its lease ends, and another has begun.
          await database.db.mailMessage.update({ where: { id }, data: { leaseUntil: new Date(Date.now() - 1) } });
          const sending = Promise.withResolvers<void>();
          const second = deliverMail(
            deps(async () => {
              sending.resolve();
              await next.promise;
              return { outcome: 'sent', providerId: 'x' };
            }),
            id,
          );
          await sending.promise;
          void second.catch(() => undefined);
          return { outcome, reason: 'late' };
        },
        { onFailed },
      );
      expect(await deliverMail(slow, id)).toEqual({ state: 'not-due' });
      expect([onFailed.mock.calls, (await row(id)).state]).toEqual([[], 'sending']);
      next.resolve();
      await expect.poll(async () => (await row(id)).state).toBe('sent');
    },
  );

  it('repeats the original bytes although the sender’s name and the templates have changed', async () => {
    const id = await enqueue();
    fake.faults.push({ path: /./, kind: 'drop_after', times: 1 });
    expect(await deliverMail(deps(resend()), id)).toMatchObject({ state: 'later' });
    expect(await row(id)).toMatchObject({ state: 'unknown', ambiguous: true });
    const renamed = deps(resend(), {
      from: 'Other <other@palisade.example>',
      serviceName: 'Other',
      now: later(60_000),
    });
    expect(await deliverMail(renamed, id)).toEqual({ state: 'sent' });
    expect(fake.delivered).toHaveLength(1);
  });

  it('waits as requested, and is not due before', async () => {
    const id = await enqueue();
    fake.faults.push({ path: /./, kind: 'status', status: 429, times: 1 });
    expect(await deliverMail(deps(resend()), id)).toMatchObject({ state: 'later' });
    expect(await deliverMail(deps(resend()), id)).toEqual({ state: 'not-due' });
    expect(await deliverMail(deps(resend(), { now: later(60_000) }), id)).toEqual({ state: 'sent' });
    expect(await row(id)).toMatchObject({ attempts: 2 });
  });

  it('gives up a permanent rejection, once, in one transaction with its hook', async () => {
    const id = await enqueue();
    await database.db.mailMessage.update({ where: { id }, data: { to: 'nobody' } });
    const failed: string[] = [];
    const mail = deps(resend(), { onFailed: async (_tx, { reason }) => void failed.push(reason) });
    expect(await deliverMail(mail, id)).toMatchObject({ state: 'failed' });
    expect(await deliverMail(mail, id)).toEqual({ state: 'not-due' });
    expect(failed).toHaveLength(1);
  });

  it('stops before the mail service forgets the key, and reports an unknown outcome', async () => {
    const id = await enqueue();
    fake.faults.push({ path: /./, kind: 'drop_after' });
    await deliverMail(deps(resend()), id);
    expect(await deliverMail(deps(resend(), { now: later(23.5 * 3_600_000) }), id)).toMatchObject({ state: 'unknown' });
    expect(await row(id)).toMatchObject({ state: 'unknown', nextAttemptAt: null });
    expect(await dueMail(database.db, 100, new Date(Date.now() + 86_400_000))).not.toContain(id);
    expect(fake.delivered).toHaveLength(1);
  });
});

describe('the outbox folder', () => {
  it('contains the message and its attachments, and no incomplete folder', async () => {
    const mail = {
      id: randomUUID(),
      from: mailLine('Palisade <reports@palisade.example>'),
      to: mailLine('buyer@example.com'),
      subject: mailLine('Report'),
      ...renderedMail('<p>html</p>', 'text'),
      attachments: [
        { fileName: fileName('../../palisade_x.pdf'), contentType: 'application/pdf', content: Buffer.from('%PDF') },
      ],
    };
    const send = outboxFolder(folder);
    expect(await send(mail)).toEqual({ outcome: 'sent', providerId: null });
    expect(await send(mail)).toEqual({ outcome: 'sent', providerId: null });
    expect(await readdir(path.join(folder, 'outbox'))).toEqual([mail.id]);
    const inside = path.join(folder, 'outbox', mail.id);
    expect((await readdir(inside)).toSorted()).toEqual(['message.json', 'palisade_x.pdf']);
    expect(JSON.parse(await readFile(path.join(inside, 'message.json'), 'utf8'))).toMatchObject({
      from: mail.from,
      to: mail.to,
      subject: 'Report',
      text: 'text',
      html: '<p>html</p>',
    });
  });

  it('retries later when the disk fails', async () => {
    const id = await enqueue();
    expect(await deliverMail(deps(outboxFolder('/dev/null')), id)).toMatchObject({ state: 'later' });
    expect(await deliverMail(deps(outboxFolder(folder), { now: later(60_000) }), id)).toEqual({ state: 'sent' });
    expect(await readdir(path.join(folder, 'outbox'))).toEqual([id]);
  });
});
