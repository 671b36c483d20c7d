import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createDb } from '@palisade/db/client';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openPage, type Running } from './running.ts';

/** Matters that wait for a decision, settled with the buttons of `/ops` on the real service: each kind, each button. */
export function billingDecisions(running: () => Running): void {
  const ask = async <T>(route: string, body: object): Promise<T> => {
    const answer = await running().stack.post(route, body);
    expect([route, answer.status]).toEqual([route, 200]);
    return (await answer.json()) as T;
  };
  const order = async (email: string) =>
    (await ask<{ order_id: string }>('/api/checkout', { product: 'one_time_scan', provider: 'razorpay', email }))
      .order_id;
  const mails = (email: string) => running().resend.delivered.filter(({ body }) => body.to.includes(email));

  /** A compliance report that is paid for, rendered, and then rejected by the mailbox. @returns its buyer */
  async function refusedReport(name: string): Promise<{ email: string; token: string; payment: string }> {
    const { resend, payments } = running();
    const email = `${name}@refused.example`;
    resend.refused.add(email);
    const paid = await ask<{ order_id: string; token: string }>('/api/compliance-report/pay', {
      provider: 'razorpay',
      email,
      url: 'shop.test',
    });
    const payment = payments.razorpay.state.pay(paid.order_id).id;
    await ask('/api/compliance-report/generate', { token: paid.token, url: 'shop.test', email });
    return { email, token: paid.token, payment };
  }

  it('each decision button does what it says after confirmation, and is audited', async () => {
    const { stack, payments, resend } = running();
    const { state } = payments.razorpay;
    const db = createDb((await readFile(path.join(stack.dataDir, 'database.url'), 'utf8')).trim(), { max: 2 });

    const short = { accept: await order('accept@desk.example'), refund: await order('back@desk.example') };
    const accepted = state.pay(short.accept, { amount: 5_000 }).id;
    const refunded = state.pay(short.refund, { amount: 5_000 }).id;
    const disputed = state.dispute(state.pay(await order('disputed@desk.example')).id).id;
    const twice = await order('twice@desk.example');
    state.pay(twice);
    // The bank allowed a second payment of the same order.
    const again = state.pay(null, { amount: 9_900 });
    again.order_id = twice;
    const second: Record<'refund' | 'merge', string> = { refund: '', merge: '' };
    for (const act of ['refund', 'merge'] as const) {
      for (const _one of ['first', 'second']) {
        const { subscription_id: id } = await ask<{ subscription_id: string }>('/api/checkout', {
          product: 'pro',
          provider: 'razorpay',
          email: `${act}.two@desk.example`,
        });
        state.charge(id);
        second[act] = id;
      }
    }
    const reports = await Promise.all(['again', 'refund', 'aside'].map((name) => refusedReport(`report.${name}`)));
    const idOf = async ({ email }: { email: string }) =>
      (await db.complianceReport.findFirst({ where: { owner: email, state: 'failed' } }))?.id ?? '';
    const known = async () => await Promise.all(reports.map(idOf));
    await expect.poll(known, { timeout: 150_000 }).not.toContain('');
    const [runAgain = '', giveBack = '', aside = ''] = await known();
    const since = new Date().toISOString().slice(0, 10);
    expect((await stack.cli('billing', 'reconcile', '--since', since)).stdout).toContain(`paid_twice`);

    const { page, complaints } = await openPage(running(), '/ops', { width: 1280, height: 900 });
    await page.getByRole('heading', { name: 'To decide' }).waitFor({ timeout: 60_000 });
    expect((await page.getByRole('table', { name: 'To decide' }).textContent()) ?? '').not.toMatch(
      /pal_(scan|comp|live)_/,
    );
    const decide = async (verb: string, ref: string, done: string) => {
      await press(page, verb, ref);
      const told = page.locator('.told, .failure').filter({ hasText: done });
      await told.waitFor({ timeout: 60_000 });
      await page.getByRole('button', { name: `${verb} ${ref}`, exact: true }).waitFor({ state: 'detached' });
    };

    await decide('Accept', accepted, 'was accepted');
    await expect.poll(() => mails('accept@desk.example').length).toBe(1);
    await decide('Refund', refunded, 'was refunded');
    expect(state.payments.get(refunded)?.status).toBe('refunded');
    await decide('Refund', again.id, 'was refunded');
    expect(state.payments.get(again.id)?.status).toBe('refunded');
    await decide('Put aside', disputed, 'was put aside');
    await decide('Do not renew', second.merge, 'is not renewed');
    expect(state.payments.get(paymentOf(second.merge))?.status).toBe('captured');
    await decide('Refund', second.refund, 'was refunded');
    expect(state.payments.get(paymentOf(second.refund))?.status).toBe('refunded');

    // Its mailbox accepts mail again: the report is rendered again and arrives.
    const [first, given, put] = reports;
    resend.refused.clear();
    await decide('Run again', runAgain, 'is made again');
    const arrived = () => mails(first?.email ?? '').filter(({ body }) => body.attachments?.length === 1).length;
    await expect.poll(arrived).toBe(1);
    await decide('Refund', giveBack, 'was refunded');
    expect(state.payments.get(given?.payment ?? '')?.status).toBe('refunded');
    await decide('Put aside', aside, 'was put aside');
    // Putting it aside takes nothing away: its token still buys a report.
    await ask('/api/compliance-report/generate', {
      token: put?.token,
      url: 'shop.test',
      email: 'put.aside@desk.example',
    });
    expect(complaints).toEqual([]);
    await page.close();

    const audited = await db.auditEntry.groupBy({
      by: ['action', 'actor'],
      _count: true,
      where: { actor: { startsWith: 'operator' } },
    });
    const count = (action: string) =>
      audited.filter((one) => one.action === action).reduce((sum, one) => sum + one._count, 0);
    expect({
      accept: count('payment.accept'),
      refund: count('payment.refund'),
      aside: count('matter.dismiss'),
      merge: count('subscription.cancel'),
      again: count('report.again'),
    }).toEqual({ accept: 1, refund: 4, aside: 2, merge: 1, again: 1 });
    await db.$disconnect();

    function paymentOf(subscription: string): string {
      return [...state.invoices.values()].find((one) => one.subscription_id === subscription)?.payment_id ?? '';
    }
  }, 300_000);
}

async function press(page: Page, verb: string, ref: string): Promise<void> {
  await page.getByRole('button', { name: `${verb} ${ref}`, exact: true }).click({ timeout: 60_000 });
  await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
}
