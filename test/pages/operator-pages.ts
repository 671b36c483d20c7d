import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createDb, type Db } from '@palisade/db/client';
import { enqueueMail } from '@palisade/mail/enqueue-mail';
import type { OpsHealth } from '@palisade/ops/ops-health';
import { createBackend, type QueueBackend } from '@palisade/queue/backend';
import { scanJob } from '@palisade/queue/jobs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR, OPS_TOKEN, openPage, widerThanScreen, type Running } from './running.ts';

/** The operator's pages. */
export function operatorPages(running: () => Running): void {
  const open = (at: string, viewport: { width: number; height: number }) => openPage(running(), at, viewport);

  describe('the page of the operator', () => {
    /** Shows the page with the given service state; nothing else on the page changes. */
    const pretend = (page: Page, change: (health: OpsHealth) => void) =>
      page.route('**/ops/api/health', async (route) => {
        const response = await route.fetch();
        const health = (await response.json()) as OpsHealth;
        change(health);
        await route.fulfill({ response, json: health });
      });

    it.each(['light', 'dark'] as const)(
      'shows on a phone that all is well, and which workers are active (%s)',
      async (colorScheme) => {
        const { page, complaints } = await open('/ops', { width: 390, height: 800 });
        await page.emulateMedia({ colorScheme });
        await page.waitForSelector('.card');
        expect(await page.textContent('[role=status]')).toMatch(/^All queues keep up · \d+ workers alive$/);
        expect(await page.getByRole('region', { name: 'Queue scan', exact: true }).textContent()).toMatch(/\d+ done/);
        expect(await page.locator('.quiet li').count()).toBeGreaterThan(0);
        const row = page.getByRole('table', { name: 'Workers' }).getByRole('row', { name: /^scan / });
        expect(await row.getByRole('cell', { name: 'alive' }).count()).toBe(1);
        expect(await widerThanScreen(page)).toBe(false);
        expect(complaints).toEqual([]);
        await page.close();
      },
    );

    it('names what is behind, silent or given up, in its text and in its tab title', async () => {
      const { page } = await open('/ops', { width: 1000, height: 800 });
      await pretend(page, (health) => {
        Object.assign(health.queues?.[0] ?? {}, { waiting: 36, oldestWaitingMs: 8_200 });
        const [mail] = health.workers?.filter(({ kind }) => kind === 'mail') ?? [];
        Object.assign(mail ?? {}, { alive: false, seenAt: new Date(Date.parse(health.at) - 60_000).toISOString() });
        health.failedDeliveries = [
          { id: 'm1', what: 'email x', attempts: 9, error: 'refused', at: health.at, again: null },
        ];
      });
      await page.waitForSelector('.verdict');
      expect(await page.textContent('[role=status]')).toMatch(/^scan, mail do not keep up · \d+ workers alive$/);
      expect(await page.locator('.verdict li').allTextContents()).toEqual([
        'scan is far behind: the oldest of 36 has waited 8.2 s',
        'mail has no live worker',
        '1 delivery given up',
      ]);
      expect(await page.title()).toContain('scan, mail do not keep up');
      expect(await page.getByRole('cell', { name: 'silent for 1 min 0 s' }).count()).toBe(1);
      await page.close();
    });

    it('shows what a person must decide on a tablet', async () => {
      const { page } = await open('/ops', { width: 800, height: 1000 });
      await pretend(page, (health) => {
        const ref = 'cs_test_d2f656440000000000000080';
        health.matters = [
          { key: 'x', kind: 'two_subscriptions', provider: 'stripe', product: 'pro', email: 'a-long-address@example.com', ref, amount: 700, currency: 'USD', at: health.at, actions: ['refund', 'merge', 'dismiss'] }, // prettier-ignore
        ];
      });
      await page.getByRole('button', { name: /^Do not renew/ }).waitFor();
      expect(await widerThanScreen(page)).toBe(false);
      await page.close();
    });

    it('shows that the service is unreachable and how old its figures are, and reconnects by itself', async () => {
      const { page } = await open('/ops', { width: 1000, height: 800 });
      await page.waitForSelector('.card');
      await page.route('**/ops/api/health', (route) => route.abort());
      const alert = page.getByRole('alert');
      await alert.waitFor();
      expect(await alert.textContent()).toMatch(/cannot be reached\. The data below is from .*Trying again/);
      expect(await page.textContent('[role=status]')).toBe('Not reachable');
      await page.unroute('**/ops/api/health');
      await alert.waitFor({ state: 'detached' });
      expect(await page.textContent('[role=status]')).toContain('All queues keep up');
      await page.close();
    });

    it('shows that there are no figures when the first request fails with 500', async () => {
      const page = await running().browser.newPage(OPERATOR);
      await page.route('**/ops/api/health', (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto(new URL('/ops', running().stack.baseUrl).href);
      expect(await page.getByRole('alert').textContent()).toContain('the service answered 500');
      expect(await page.getByRole('alert').textContent()).toContain('There is nothing to show yet');
      expect(await page.locator('.card').count()).toBe(0);
      await page.close();
    });

    it('is not shown for a wrong token, and says so when the token changes while it is open', async () => {
      const page = await running().browser.newPage();
      const as = (token: string) => page.setExtraHTTPHeaders({ authorization: `Bearer ${token}` });
      await as('wrong');
      const ops = new URL('/ops', running().stack.baseUrl).href;
      await page.goto(ops);
      expect(await page.getByLabel('Operations token').count()).toBe(1);
      expect(await page.locator('.card').count()).toBe(0);
      await as(OPS_TOKEN);
      await page.goto(ops);
      await page.waitForSelector('.card');
      await as('wrong');
      const alert = page.getByRole('alert');
      await alert.waitFor();
      expect(await alert.textContent()).toContain('OPS_TOKEN has changed');
      await page.close();
    });

    it('leads by keyboard to the jobs of a queue', async () => {
      const { page } = await open('/ops', { width: 1000, height: 800 });
      await page.waitForSelector('.card');
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      const seen: unknown[] = [];
      // On a busy machine, a job that failed once is listed before the queues, with its buttons.
      while (seen.length < 30 && seen.at(-1) !== 'scan') {
        await page.keyboard.press('Tab');
        seen.push(await focused());
      }
      expect(seen.slice(0, 4)).toEqual(['Customers', 'Jobs', 'Metrics', 'Pause updates']);
      expect(seen.at(-1)).toBe('scan');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/ops/queues/queue/scan');
      await page.close();
    });
  });

  it('drills down to a job in the job browser, with its log', async () => {
    // The newest job comes first: not one that an earlier test stopped.
    const answer = await fetch(new URL('/api/scan', running().stack.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'shop.test' }),
    });
    expect(answer.status).toBe(200);
    const { page } = await open('/ops/queues/queue/scan?status=completed', { width: 1200, height: 800 });
    await page.waitForSelector('text=scanId', { timeout: 60_000 });
    await page.getByRole('tab', { name: 'Logs' }).first().click();
    await page.waitForSelector('text=/info scan done scanId=.* grade=/', { timeout: 60_000 });
    await page.close();
  });

  describe('what failed', () => {
    let db: Db;
    let backend: QueueBackend;
    let messageId: string;
    beforeAll(async () => {
      const databaseUrl = (await readFile(path.join(running().stack.dataDir, 'database.url'), 'utf8')).trim();
      db = createDb(databaseUrl, { max: 2 });
      backend = createBackend({ databaseUrl, onError: () => undefined });
      const order = {
        to: 'nobody',
        template: 'one_time_token',
        payload: { token: 'ot_x', link: 'https://p.test/#ot_x' },
      };
      messageId = await db.$transaction((tx) => enqueueMail(tx, { ...order, dedupeKey: randomUUID() }));
    });
    afterAll(async () => {
      await backend?.close();
      await db?.$disconnect();
    });
    const desk = { width: 1200, height: 900 };
    /** A job that the real worker cannot complete. */
    const failedJob = async () => {
      const jobId = randomUUID();
      const { raw } = backend.queue(scanJob);
      await raw.add(raw.name, { scanId: 'none' }, { jobId, attempts: 1 });
      await expect.poll(() => raw.getJobState(jobId)).toBe('failed');
      return { jobId, tries: async () => (await raw.getJob(jobId))?.attemptsMade };
    };

    it('is retried and removed from the operator’s page, by keyboard, and only after confirmation', async () => {
      const { jobId, tries } = await failedJob();
      const { page, complaints } = await open('/ops', desk);
      const button = (verb: string) => page.getByRole('button', { name: `${verb} job ${jobId} of scan`, exact: true });
      const dialog = page.getByRole('dialog');
      await button('Remove').focus();
      await page.keyboard.press('Enter');
      expect(await dialog.textContent()).toContain('It is deleted with its log');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe(`Remove job ${jobId} of scan`);

      await button('Retry').focus();
      for (const key of ['Enter', 'Tab', 'Enter']) await page.keyboard.press(key);
      const told = page.locator('.told, .failure');
      await told.waitFor();
      expect(await told.textContent()).toContain('was put back into its queue');
      expect(await told.evaluate((element) => element === document.activeElement)).toBe(true);
      await expect.poll(tries).toBe(2);

      const row = page.getByRole('table', { name: 'Failed jobs' }).getByRole('row', { name: jobId.slice(0, 8) });
      await row.filter({ hasText: 'Invalid UUID' }).waitFor();
      await button('Remove').focus();
      for (const key of ['Enter', 'Tab', 'Enter']) await page.keyboard.press(key);
      await told.filter({ hasText: 'was removed' }).waitFor();
      await row.waitFor({ state: 'detached' });
      expect(await tries()).toBeUndefined();
      expect(complaints).toEqual([]);
      await page.close();
    });

    it('is shown in the job browser, which is read-only and makes no third-party requests', async () => {
      const { jobId } = await failedJob();
      const { page, complaints } = await open(`/ops/queues/queue/scan/${jobId}`, desk);
      await page.getByText('Invalid UUID').first().waitFor();
      expect(await page.locator('[class*=jobActions] button, [class*=JobActions] button').count()).toBe(0);
      expect(complaints).toEqual([]);
      await page.close();
    });

    it('is an email that was permanently rejected: shown, and sent again when the operator retries it', async () => {
      const { page } = await open('/ops', desk);
      const row = page.getByRole('table', { name: 'Deliveries given up' }).getByRole('row', { name: messageId });
      await row.filter({ hasText: 'validation_error (422)' }).waitFor();
      // What was wrong with it is fixed.
      await db.mailMessage.update({ where: { id: messageId }, data: { to: 'corrected@example.com' } });
      await row.getByRole('button', { name: `Send again email ${messageId}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
      await row.waitFor({ state: 'detached' });
      await expect
        .poll(() => running().resend.delivered.map(({ body }) => body.to))
        .toContainEqual(['corrected@example.com']);
      await page.close();
    });

    it.each([
      ['of another site', { 'sec-fetch-site': 'cross-site' }, 403],
      ['of another host of the same site', { 'sec-fetch-site': 'same-site' }, 403],
      ['of another site, without Fetch Metadata', { origin: 'https://elsewhere.example' }, 403],
      ['of a page without an origin', { origin: 'null' }, 403],
      ['that is not from a browser', {}, 404],
    ])('is not changed by a request %s', async (_whose, headers, status) => {
      const authorization = `Bearer ${OPS_TOKEN}`;
      for (const [method, at] of [
        ['POST', '/ops/api/jobs/scan/none/remove'],
        ['PUT', '/ops/queues/api/queues/scan/none/clean'],
      ] as const) {
        const answer = await fetch(new URL(at, running().stack.baseUrl), {
          method,
          headers: { ...headers, authorization },
        });
        // The job browser is read-only: it rejects every other method, from anyone.
        expect(answer.status).toBe(status === 404 && method === 'PUT' ? 405 : status);
      }
    });
  });
}
