import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityFaults } from './axe.ts';
import { OPERATOR, widerThanScreen, type Running } from './running.ts';

const DESK = { width: 1200, height: 900 };
const VISITS = [
  ['light', DESK],
  ['dark', DESK],
  // WCAG 1.4.10
  ['light', { width: 320, height: 640 }],
] as const;

/** Pages for buyers, customers and operators only, checked by axe and by width: light, dark, and on a narrow screen. */
export function shopStates(running: () => Running): void {
  const looked: string[] = [];
  async function look(page: Page, what: string): Promise<void> {
    for (const [colorScheme, viewport] of VISITS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      const state = `${what}, ${colorScheme}, ${viewport.width}`;
      expect([state, await accessibilityFaults(page)]).toEqual([state, []]);
      expect([state, await widerThanScreen(page)]).toEqual([state, false]);
    }
    looked.push(what);
  }

  it(
    'landing, order, account and operations pages have no accessibility fault and no horizontal scrolling',
    { timeout: 240_000 },
    async () => {
      const { browser, stack, payments, resend } = running();
      const context = await browser.newContext({ viewport: DESK });
      const page = await context.newPage();
      // Only for this try: a retry must not find an earlier purchase.
      const email = `looked.at.${randomUUID()}@example.com`;
      const visit = (path: string) => page.goto(new URL(path, stack.baseUrl).href);
      const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor({ timeout: 60_000 });
      const pay = async (button: string | RegExp) => {
        await page.getByRole('button', { name: 'Continue to payment' }).click();
        await page.getByRole('button', { name: button }).click();
      };
      const buy = async (product: string) => {
        await visit('/pricing');
        const offer = page.locator('.offer').filter({ has: page.locator(`#${product}`) });
        await offer.locator('input[type=email]').fill(email);
        await offer.locator('button[value=razorpay]').click();
      };

      await buy('pro');
      await look(page, 'on the way to Razorpay');
      await pay('Let the payment fail');
      await heading('The payment was declined');
      await look(page, 'declined');
      await buy('pro');
      await pay(/^Pay .*no real money/);
      await heading('Thank you, your payment has arrived');
      await look(page, 'landing with a key');

      await visit('/compliance');
      await page.getByLabel('Website').fill('shop.test');
      await page.getByLabel('Send the report to').fill(email);
      await page.locator('button[value=razorpay]').click();
      await pay(/^Pay .*no real money/);
      await heading('Thank you, your payment has arrived');
      await look(page, 'landing with a report to make');
      await page.getByRole('button', { name: 'Create the report for shop.test now' }).click();
      await heading('Your report was sent');
      await look(page, 'order');

      await visit('/account');
      await page.getByLabel('Email address').fill(email);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await look(page, 'a link on its way');
      const sent = () =>
        resend.delivered.findLast(({ body }) => body.to.includes(email) && body.text?.includes('/account/sign-in'));
      await expect.poll(sent).toBeDefined();
      const link = /https?:\/\/\S+\/account\/sign-in\?token=[\w-]+/.exec(sent()?.body.text ?? '')?.[0] ?? '';
      const elsewhere = await (await browser.newContext()).newPage();
      await elsewhere.goto(link);
      await look(elsewhere, 'the link in another browser');
      await elsewhere.context().close();
      await page.goto(link);
      await page.getByText(`Signed in as ${email}`).waitFor();
      await look(page, 'account');
      await page.getByRole('link', { name: /499/ }).click();
      await heading('Receipt');
      await look(page, 'receipt');
      await page.getByRole('link', { name: 'Invoice at Razorpay' }).click();
      await heading('Invoice');
      await context.close();

      payments.razorpay.state.dispute([...payments.razorpay.state.payments.keys()].at(-1) ?? '');
      const desk = await browser.newPage({ ...OPERATOR, viewport: DESK });
      await desk.goto(new URL('/ops/customers?q=looked', stack.baseUrl).href);
      await look(desk, 'desk, found');
      await desk.getByRole('link', { name: email }).click();
      await look(desk, 'desk, customer');
      await desk.goto(new URL('/ops', stack.baseUrl).href);
      await desk.getByRole('heading', { name: 'To decide' }).waitFor({ timeout: 60_000 });
      await look(desk, 'operations, a matter');
      await desk.close();
      const stranger = await browser.newPage({ viewport: DESK });
      await stranger.goto(new URL('/ops', stack.baseUrl).href);
      await look(stranger, 'operators’ sign-in');
      await stranger.close();
      console.log(`axe: 0 faults on ${looked.length} pages of the shop, each in ${VISITS.length} looks`);
    },
  );
}
