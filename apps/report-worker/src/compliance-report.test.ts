import { randomBytes } from 'node:crypto';
import { packed } from '@palisade/db/packed';
import { insertServedReport } from '@palisade/db/served-reports';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { deliverMail, dueMail } from '@palisade/mail/deliver-mail';
import type { OutgoingMail, SendMail } from '@palisade/mail/outgoing';
import type { RenderOrder } from '@palisade/pdf/render-order';
import { datedFileName } from '@palisade/pdf/pdf-file-name';
import { complianceJob } from '@palisade/queue/jobs';
import { oneTimeColumn } from '@palisade/report/columns';
import { assessReport } from '@palisade/scanner/assess-report';
import { judge } from '@palisade/scanner/judge';
import { missing } from '../../../packages/scanner/src/evidence/gathered.ts';
import { readRecorded } from '../../../packages/scanner/test/recorded.ts';
import { createLogger } from '@palisade/telemetry/logger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paidReport as writePaidReport, RECORDED, tokenWorks as canPay } from '../test/paid-report.ts';
import { complianceMailHooks, MAX_STARTS, runComplianceJob } from './compliance-report.ts';

const log = createLogger({ service: 'test', level: 'silent' });
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const host = new URL(RECORDED.url).hostname;

/** Maximum tries of the queue. */
const FIRST = { attempt: 0 };

const draw = async () => Buffer.from('%PDF-1.3 drawn');
const deps = () => ({ db: database.db, serviceName: 'Palisade', log, renderer: { render: draw } });

const paidReport = () => writePaidReport(database.db);
const tokenWorks = (token: string) => canPay(database.db, token);
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

describe('a paid compliance report', () => {
  it('is rendered for the declared scope and the client', async () => {
    const { reportId } = await paidReport();
    const declared = { scope: { card_data: 'iframe' }, preparedFor: 'Ann & Co', frameworks: ['nis2-art21'] };
    await database.db.complianceReport.update({ where: { id: reportId }, data: declared });
    const orders: RenderOrder[] = [];
    const render = async (order: RenderOrder) => {
      orders.push(order);
      return await draw();
    };
    await runComplianceJob({ ...deps(), renderer: { render } }, { reportId }, FIRST);
    const [message] = await messagesOf(reportId);
    const { sent, send } = recorder();
    await deliverMail(mailer(send), message?.id ?? '');
    expect(sent[0]?.text).toContain('maps the observations to NIS2');
    expect(sent[0]?.text).not.toContain('PCI DSS');
    expect(orders).toMatchObject([
      {
        kind: 'compliance',
        assessment: { scope: declared.scope, frameworks: [{ framework: { id: 'nis2-art21' } }] },
        names: { preparedFor: 'Ann & Co' },
      },
    ]);
  });

  it('is assessed on the full scan, although its buyer’s report contains no weaknesses', async () => {
    const { reportId } = await paidReport();
    const { scanId } = await row(reportId);
    const servedId = randomBytes(18).toString('base64url');
    await insertServedReport(database.db, {
      id: servedId,
      scanId,
      column: 'one_time',
      owner: null,
      host,
      grade: RECORDED.grade,
      score: RECORDED.score,
      provisional: false,
      engineVersion: RECORDED.engine_version,
      scannedAt: RECORDED.scanned_at,
      body: packed(JSON.stringify(oneTimeColumn(RECORDED))),
    });
    await database.db.complianceReport.update({ where: { id: reportId }, data: { servedId } });
    const orders: RenderOrder[] = [];
    const render = async (order: RenderOrder) => {
      orders.push(order);
      return await draw();
    };
    await runComplianceJob({ ...deps(), renderer: { render } }, { reportId }, FIRST);
    expect(orders).toMatchObject([{ report: oneTimeColumn(RECORDED), assessment: assessReport(RECORDED) }]);
  });

  it('whose browser part failed says so in the email', async () => {
    const { reportId } = await paidReport();
    const { scanId } = await row(reportId);
    const browser = missing('internal', 'us', 'the browser could not be started');
    const body = packed(JSON.stringify(judge({ ...readRecorded('messy.test').evidence, browser }, scanId)));
    await database.db.scan.update({ where: { id: scanId }, data: { body } });
    await runComplianceJob(deps(), { reportId }, FIRST);
    const [message] = await messagesOf(reportId);
    const { sent, send } = recorder();
    await deliverMail(mailer(send), message?.id ?? '');
    expect(sent[0]?.text).toContain('Provisional grade. The browser part could not be assessed: the browser could not');
  });

  it('is rendered, mailed with its PDF, and its token stays used', async () => {
    const { reportId, token } = await paidReport();
    await runComplianceJob(deps(), { reportId }, FIRST);
    expect(await row(reportId)).toMatchObject({
      state: 'rendered',
      fileName: datedFileName('Palisade', { product: 'compliance', host, scannedAt: RECORDED.scanned_at }),
    });
    const [message] = await messagesOf(reportId);
    expect(await dueMail(database.db, 100)).toContain(message?.id);
    const { sent, send } = recorder();
    await deliverMail(mailer(send), message?.id ?? '');
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      to: 'buyer@example.com',
      subject: `Compliance report for ${new URL(RECORDED.url).host}`,
    });
    expect(Buffer.from(sent[0]?.attachments[0]?.content ?? []).toString()).toBe('%PDF-1.3 drawn');
    expect(await row(reportId)).toMatchObject({ state: 'mailed' });
    expect(await tokenWorks(token)).toBe(false);
  });

  it('is mailed once when several processes run it concurrently', async () => {
    const { reportId } = await paidReport();
    await Promise.all(Array.from({ length: 4 }, () => runComplianceJob(deps(), { reportId }, FIRST)));
    await runComplianceJob(deps(), { reportId }, FIRST);
    expect(await messagesOf(reportId)).toHaveLength(1);
  });

  it('is rendered by another process when one dies while rendering', async () => {
    const { reportId } = await paidReport();
    // The promise of a killed process never settles.
    void runComplianceJob(
      { ...deps(), renderer: { render: () => new Promise<Buffer>(() => undefined) } },
      { reportId },
      FIRST,
    );
    await expect.poll(async () => (await row(reportId)).attempts).toBe(1);
    await runComplianceJob(deps(), { reportId }, FIRST);
    expect(await row(reportId)).toMatchObject({ state: 'rendered', attempts: 2 });
  });

  it('that cannot be rendered is given up after its tries, and the token works again', async () => {
    const { reportId, token } = await paidReport();
    const broken = { ...deps(), renderer: { render: () => Promise.reject(new Error('no such glyph')) } };
    for (let attempt = 0; attempt + 1 < complianceJob.attempts; attempt += 1) {
      await expect(runComplianceJob(broken, { reportId }, { attempt })).rejects.toThrow('no such glyph');
    }
    expect(await tokenWorks(token)).toBe(false);
    await runComplianceJob(broken, { reportId }, { attempt: complianceJob.attempts - 1 });
    expect(await row(reportId)).toMatchObject({ state: 'failed', lastError: 'Error: no such glyph' });
    expect(await messagesOf(reportId)).toHaveLength(0);
    expect(await tokenWorks(token)).toBe(true);
  });

  it('that kills its process each time is also given up', async () => {
    const { reportId, token } = await paidReport();
    await database.db.complianceReport.update({ where: { id: reportId }, data: { attempts: MAX_STARTS } });
    await runComplianceJob(deps(), { reportId }, FIRST);
    expect(await row(reportId)).toMatchObject({ state: 'failed' });
    expect(await tokenWorks(token)).toBe(true);
  });

  it('whose email is permanently rejected releases the token, once', async () => {
    const { reportId, token } = await paidReport();
    await runComplianceJob(deps(), { reportId }, FIRST);
    const [message] = await messagesOf(reportId);
    const refuse = mailer(async () => ({ outcome: 'permanent', reason: 'no such mailbox' }));
    expect(await deliverMail(refuse, message?.id ?? '')).toMatchObject({ state: 'failed' });
    expect(await row(reportId)).toMatchObject({ state: 'failed', lastError: 'mail: no such mailbox' });
    expect(await tokenWorks(token)).toBe(true);
  });

  it('whose email may have arrived, and is not retried, releases the token, once', async () => {
    const { reportId, token } = await paidReport();
    await runComplianceJob(deps(), { reportId }, FIRST);
    const [message] = await messagesOf(reportId);
    const id = message?.id ?? '';
    const cut = mailer(async () => ({ outcome: 'unknown', reason: 'cut' }));
    expect(await deliverMail(cut, id)).toMatchObject({ state: 'later' });
    // The mail service has forgotten the key: a retry could deliver it twice.
    const tooLate = { ...cut, now: () => new Date(Date.now() + 24 * 3_600_000) };
    expect(await deliverMail(tooLate, id)).toEqual({ state: 'unknown', reason: 'cut' });
    expect(await row(reportId)).toMatchObject({ state: 'failed', lastError: 'mail, which may have arrived: cut' });
    expect(await deliverMail(tooLate, id)).toEqual({ state: 'not-due' });
    expect(await tokenWorks(token)).toBe(true);
  });

  it('whose email may have arrived, and is retried, keeps the token', async () => {
    const { reportId, token } = await paidReport();
    await runComplianceJob(deps(), { reportId }, FIRST);
    const [message] = await messagesOf(reportId);
    await deliverMail(
      mailer(async () => ({ outcome: 'unknown', reason: 'cut' })),
      message?.id ?? '',
    );
    expect(await row(reportId)).toMatchObject({ state: 'rendered' });
    expect(await tokenWorks(token)).toBe(false);
  });
});
