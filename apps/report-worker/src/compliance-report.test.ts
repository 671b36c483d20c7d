import { randomUUID } from 'node:crypto';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { consumeReservation } from '@palisade/access/reservation';
import { reserveToken } from '@palisade/access/reserve-token';
import { issueToken } from '@palisade/access/tokens';
import { deliverMail, dueMail } from '@palisade/mail/deliver-mail';
import type { OutgoingMail, SendMail } from '@palisade/mail/outgoing';
import { pdfFileName } from '@palisade/pdf/pdf-file-name';
import { judge } from '@palisade/scanner/judge';
import { createLogger } from '@palisade/telemetry/logger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRecorded } from '../../../packages/scanner/test/recorded.ts';
import { complianceMailHooks, MAX_ATTEMPTS, runComplianceJob } from './compliance-report.ts';

const SECRET = 'a secret for these tests only';
const log = createLogger({ service: 'test', level: 'silent' });
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** A report as the scanner makes it. */
const recorded = judge(readRecorded('messy.test').evidence, randomUUID());
const host = new URL(recorded.url).hostname;

const draw = async () => Buffer.from('%PDF-1.3 drawn');
const deps = () => ({ db: database.db, serviceName: 'Palisade', log, renderer: { render: draw } });

/** A paid, scanned report as POST /api/compliance-report/generate leaves it. */
async function paidReport(): Promise<{ reportId: string; token: string }> {
  const { db } = database;
  const report = recorded;
  const scanId = randomUUID();
  await db.scan.create({
    data: {
      id: scanId,
      url: report.url,
      tier: 'paid',
      state: 'done',
      report: { ...report },
    },
  });
  const source = `test:${randomUUID()}`;
  const { token } = await db.$transaction((tx) =>
    issueToken(tx, { kind: 'compliance', email: 'buyer@example.com', source }, SECRET),
  );
  const held = await reserveToken(db, { token, kind: 'compliance', leaseMs: 60_000 }, SECRET);
  await consumeReservation(db, held);
  const reportId = randomUUID();
  await db.complianceReport.create({
    data: { id: reportId, scanId, reservation: { ...held }, email: 'buyer@example.com', url: report.url },
  });
  return { reportId, token };
}

const row = (id: string) => database.db.complianceReport.findUniqueOrThrow({ where: { id } });
const messagesOf = (reportId: string) => database.db.mailMessage.findMany({ where: { reportId } });

function mailer(send: SendMail) {
  return { db: database.db, send, from: 'p@palisade.example', serviceName: 'Palisade', ...complianceMailHooks(log) };
}

function recorder(): { sent: OutgoingMail[]; send: SendMail } {
  const sent: OutgoingMail[] = [];
  return {
    sent,
    send: async (mail) => {
      sent.push(mail);
      return { outcome: 'sent', providerId: 'x' };
    },
  };
}

async function tokenWorks(token: string): Promise<boolean> {
  return reserveToken(database.db, { token, kind: 'compliance', leaseMs: 1_000 }, SECRET).then(
    () => true,
    () => false,
  );
}

describe('a paid compliance report', () => {
  it('is drawn, mailed with its PDF, and its token stays used', async () => {
    const { reportId, token } = await paidReport();
    await runComplianceJob(deps(), { reportId });
    expect(await row(reportId)).toMatchObject({ state: 'rendered', fileName: pdfFileName('Palisade', host) });
    const [message] = await messagesOf(reportId);
    expect(await dueMail(database.db, 100)).toContain(message?.id);
    const { sent, send } = recorder();
    await deliverMail(mailer(send), message?.id ?? '');
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      to: 'buyer@example.com',
      subject: `Compliance report for ${new URL(recorded.url).host}`,
    });
    expect(Buffer.from(sent[0]?.attachments[0]?.content ?? []).toString()).toBe('%PDF-1.3 drawn');
    expect(await row(reportId)).toMatchObject({ state: 'mailed' });
    expect(await tokenWorks(token)).toBe(false);
  });

  it('run by several processes at once it is mailed once', async () => {
    const { reportId } = await paidReport();
    await Promise.all(Array.from({ length: 4 }, () => runComplianceJob(deps(), { reportId })));
    await runComplianceJob(deps(), { reportId });
    expect(await messagesOf(reportId)).toHaveLength(1);
  });

  it('a process that dies while drawing leaves it to the next', async () => {
    const { reportId } = await paidReport();
    // The promise of a killed process never settles.
    void runComplianceJob(
      { ...deps(), renderer: { render: () => new Promise<Buffer>(() => undefined) } },
      { reportId },
    );
    await expect.poll(async () => (await row(reportId)).attempts).toBe(1);
    await runComplianceJob(deps(), { reportId });
    expect(await row(reportId)).toMatchObject({ state: 'rendered', attempts: 2 });
  });

  it('that cannot be drawn is given up after its tries, and the token works again', async () => {
    const { reportId, token } = await paidReport();
    const broken = { ...deps(), renderer: { render: () => Promise.reject(new Error('no such glyph')) } };
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
      await expect(runComplianceJob(broken, { reportId })).rejects.toThrow('no such glyph');
    }
    expect(await tokenWorks(token)).toBe(false);
    await runComplianceJob(broken, { reportId });
    expect(await row(reportId)).toMatchObject({ state: 'failed', lastError: 'Error: no such glyph' });
    expect(await messagesOf(reportId)).toHaveLength(0);
    expect(await tokenWorks(token)).toBe(true);
  });

  it('that kills its process each time is given up too', async () => {
    const { reportId, token } = await paidReport();
    await database.db.complianceReport.update({ where: { id: reportId }, data: { attempts: MAX_ATTEMPTS } });
    await runComplianceJob(deps(), { reportId });
    expect(await row(reportId)).toMatchObject({ state: 'failed' });
    expect(await tokenWorks(token)).toBe(true);
  });

  it('whose e-mail is refused for good gives the token back, once', async () => {
    const { reportId, token } = await paidReport();
    await runComplianceJob(deps(), { reportId });
    const [message] = await messagesOf(reportId);
    const refuse = mailer(async () => ({ outcome: 'permanent', reason: 'no such mailbox' }));
    expect(await deliverMail(refuse, message?.id ?? '')).toMatchObject({ state: 'failed' });
    expect(await row(reportId)).toMatchObject({ state: 'failed', lastError: 'mail: no such mailbox' });
    expect(await tokenWorks(token)).toBe(true);
  });

  it('whose e-mail may have arrived keeps the token', async () => {
    const { reportId, token } = await paidReport();
    await runComplianceJob(deps(), { reportId });
    const [message] = await messagesOf(reportId);
    await deliverMail(
      mailer(async () => ({ outcome: 'unknown', reason: 'cut' })),
      message?.id ?? '',
    );
    expect(await row(reportId)).toMatchObject({ state: 'rendered' });
    expect(await tokenWorks(token)).toBe(false);
  });
});
