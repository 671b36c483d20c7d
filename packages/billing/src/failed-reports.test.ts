import { randomUUID } from 'node:crypto';
import { consumeReservation, refundReservation } from '@palisade/access/reservation';
import { reserveToken } from '@palisade/access/reserve-token';
import { issueToken } from '@palisade/access/tokens';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginPurchase } from './checkout.ts';
import { sourceOf } from './entitle.ts';
import { openMatters } from './matters.ts';
import { reconcile } from './reconcile.ts';
import { settleMatter } from './settle-matter.ts';
import { APP_SECRET, billingLab, type BillingLab } from './test/billing-lab.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await billingLab();
});
afterAll(() => lab.close());

let counter = 0;
const order = (token: string) => ({ token, kind: 'compliance' as const, leaseMs: 60_000 });

/** The state that the report worker leaves: consumed for the report, then released when it failed. */
async function failed(token: string, email: string, lastError = 'mail: no such mailbox') {
  const { db } = lab.deps;
  const reservation = await reserveToken(db, order(token), APP_SECRET);
  await consumeReservation(db, reservation);
  await refundReservation(db, reservation);
  const id = randomUUID();
  const known = { url: 'https://shop.test/', state: 'failed' as const, failedAt: new Date(), lastError, attempts: 5 };
  const data = { id, scanId: randomUUID(), reservation: { ...reservation }, email, owner: email, ...known };
  await db.complianceReport.create({ data });
  const mail = { to: email, template: 'compliance_report', payload: {}, state: 'failed' as const, reportId: id };
  await db.mailMessage.create({ data: { id: randomUUID(), dedupeKey: `compliance-report:${id}`, ...mail } });
  return id;
}
async function bought(provider: 'stripe' | 'razorpay' = 'razorpay') {
  counter += 1;
  const email = `report${counter}@example.com`;
  const { purchase, checkout } = await beginPurchase(lab.deps, { product: 'compliance_report', provider, email });
  const payment = lab[provider].pay(checkout.ref);
  for (const event of lab[provider].fake.events.splice(0)) await lab.webhook(lab[provider], event);
  const token = (await lab.mails(email))[0]?.payload['token'] ?? '';
  return { purchase, payment, token, email, id: await failed(token, email) };
}
const matter = async (id: string) => (await openMatters(lab.deps.db)).find(({ ref }) => ref === id);
const settle = (id: string, action: 'again' | 'refund' | 'dismiss' | 'accept') =>
  settleMatter(lab.deps, `report_failed:${id}`, action, 'operator:test');
const audited = async (subject: string) =>
  (await lab.deps.db.auditEntry.findMany({ where: { subject, actor: 'operator:test' } })).map(({ action }) => action);
const tokenOf = (purchase: { id: string }) =>
  lab.deps.db.accessToken.findUniqueOrThrow({ where: { source: sourceOf(purchase) } });

describe('a paid report that failed permanently', () => {
  test('is listed in every run, once, even if its mail failed as well', async () => {
    const { id, email, purchase } = await bought();
    expect(await matter(id)).toMatchObject({
      key: `report_failed:${id}`,
      purchaseId: purchase.id,
      email,
      amount: 24_900,
      currency: 'INR',
      actions: ['again', 'refund', 'dismiss'],
    });
    for (const _run of [1, 2]) {
      const { differences } = await reconcile(lab.deps, { since: new Date() });
      const about = differences.filter(({ ref }) => ref === id);
      expect(about.map(({ difference }) => difference)).toEqual(['report_failed']);
      expect(differences.filter(({ difference }) => difference === 'undelivered')).toEqual([]);
    }
    await settle(id, 'dismiss');
  });

  test('run again, it consumes its token and sends a new mail; once, even if two operators run it', async () => {
    const { id, purchase } = await bought();
    const both = await Promise.allSettled([settle(id, 'again'), settle(id, 'again')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { db } = lab.deps;
    const report = await db.complianceReport.findUniqueOrThrow({ where: { id } });
    expect(report).toMatchObject({ state: 'scanned', attempts: 0, lastError: null, failedAt: null });
    expect(report.reservation).toMatchObject({ id: (await tokenOf(purchase)).reservationId });
    expect((await tokenOf(purchase)).consumedAt).not.toBeNull();
    expect(await db.mailMessage.count({ where: { dedupeKey: `compliance-report:${id}` } })).toBe(0);
    expect([await matter(id), await audited(id)]).toEqual([undefined, ['report.again']]);
    // If it fails again, its token is released again, and it is listed again.
    await refundReservation(db, report.reservation as never);
    await db.complianceReport.update({ where: { id }, data: { state: 'failed', failedAt: new Date() } });
    expect(await matter(id)).toBeDefined();
    await settle(id, 'dismiss');
  });

  test.each(['stripe', 'razorpay'] as const)('refunded by %s, its token no longer works', async (provider) => {
    const { id, purchase, payment } = await bought(provider);
    await settle(id, 'refund');
    expect((await tokenOf(purchase)).revokedAt).not.toBeNull();
    const facts = await lab.deps.db.ledgerEntry.findMany({ where: { purchaseId: purchase.id, kind: 'refunded' } });
    expect(facts.map(({ paymentRef }) => paymentRef)).toEqual([payment]);
    expect([await matter(id), await audited(purchase.id)]).toEqual([undefined, ['payment.refund']]);
    await expect(settle(id, 'again')).rejects.toThrow('no such open matter');
  });

  test('put aside, it is not shown again, and its token stays valid', async () => {
    const { id, token, purchase } = await bought();
    await settle(id, 'dismiss');
    expect([await matter(id), await audited(purchase.id)]).toEqual([undefined, ['matter.dismiss']]);
    await expect(reserveToken(lab.deps.db, order(token), APP_SECRET)).resolves.toBeDefined();
  });

  test('is not run while its buyer uses the token, and is settled afterwards', async () => {
    const { id, token } = await bought();
    const held = await reserveToken(lab.deps.db, order(token), APP_SECRET);
    await expect(settle(id, 'again')).rejects.toThrow('in use');
    await consumeReservation(lab.deps.db, held);
    expect(await matter(id)).toBeUndefined();
  });

  test('of several tries with one token, only the last is listed', async () => {
    const { id, token, email } = await bought();
    const second = await failed(token, email, 'the process died each time');
    expect([await matter(id), (await matter(second))?.kind]).toEqual([undefined, 'report_failed']);
    await settle(second, 'dismiss');
  });

  test('an operator’s token cannot be refunded', async () => {
    const { db } = lab.deps;
    const source = `operator:${randomUUID()}`;
    const { token } = await issueToken(db, { kind: 'compliance', email: 'gift@example.com', source }, APP_SECRET);
    const id = await failed(token, 'gift@example.com');
    expect(await matter(id)).toMatchObject({ provider: 'operator', purchaseId: id, actions: ['again', 'dismiss'] });
    await expect(settle(id, 'refund')).rejects.toThrow('settled by: again, dismiss');
    await settle(id, 'dismiss');
    expect(await matter(id)).toBeUndefined();
  });
});
