import { Shopper } from '@palisade/lab/demo/shopper';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { widerThanScreen, type Running } from './running.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const DESK = { viewport: { width: 1280, height: 900 } } as const;
const SCREENS = { phone: PHONE, desk: DESK } as const;
type Provider = 'stripe' | 'razorpay';

let buyers = 0;

/** What is sold, bought in a browser at the labs of both providers, from the price to the key or report, and cancelled. */
export function purchasePages(running: () => Running): void {
  const open: BrowserContext[] = [];
  afterEach(async () => {
    for (const context of open.splice(0)) await context.close();
  });

  async function buyer(screen: keyof typeof SCREENS) {
    const { browser, stack, resend } = running();
    const context = await browser.newContext(SCREENS[screen]);
    open.push(context);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      // The labs' own pages have no icon.
      const ours = message.location().url.startsWith(stack.baseUrl);
      if (message.type() === 'error' && ours) complaints.push(message.text());
    });
    const email = `buyer${(buyers += 1)}@example.com`;
    const visit = (path: string) => page.goto(new URL(path, stack.baseUrl).href);
    /** The text of the mail that contains the words. */
    const mail = async (words: string | RegExp): Promise<string> => {
      const find = () =>
        resend.delivered.findLast(
          ({ body }) => body.to.includes(email) && (body.subject + (body.text ?? '')).match(words),
        )?.body.text;
      await expect.poll(find, { timeout: 60_000, message: `a mail with ${String(words)}` }).toBeDefined();
      return find() ?? '';
    };
    return { page, email, visit, mail, complaints };
  }

  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { level: 1, name }).waitFor({ timeout: 60_000 });
  /** On the provider's page: pays and returns. */
  async function payAt(page: Page, provider: Provider): Promise<void> {
    if (provider === 'stripe') await page.waitForURL(/\/c\/pay\//);
    // A page of ours comes first: its policy lets a form post only to Razorpay.
    else await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: /^Pay .*no real money/ }).click();
    await heading(page, 'Thank you, your payment has arrived');
  }
  async function buy(page: Page, product: string, provider: Provider, email: string): Promise<void> {
    const offer = page.locator('.offer').filter({ has: page.locator(`#${product}`) });
    await offer.locator('input[type=email]').fill(email);
    await offer.locator(`button[value=${provider}]`).click();
  }
  const shown = (page: Page) => page.locator('.paste pre').textContent();
  const works = async (key: string) =>
    (await fetch(new URL('/api/verify-key', running().stack.baseUrl), { headers: { 'x-api-key': key } })).status;
  async function signIn({ page, email, visit, mail }: Awaited<ReturnType<typeof buyer>>): Promise<void> {
    await visit('/account');
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    const link = /https?:\/\/\S+\/account\/sign-in\?token=[\w-]+/.exec(await mail('sign-in\\?token='))?.[0];
    await page.goto(link ?? '');
    await page.getByText(`Signed in as ${email}`).waitFor();
  }

  describe.each(['stripe', 'razorpay'] as const)('a purchase with %s', (provider) => {
    it('of a subscription on a phone provides a key: shown once, mailed, and working', async () => {
      const { page, email, visit, mail, complaints } = await buyer('phone');
      await visit('/pricing');
      expect(await widerThanScreen(page)).toBe(false);
      await buy(page, 'pro', provider, email);
      await payAt(page, provider);
      const key = (await shown(page)) ?? '';
      expect(key).toMatch(/^pal_live_/);
      expect(await widerThanScreen(page)).toBe(false);
      expect(await works(key)).toBe(200);
      expect(await mail('pal_live_')).toContain(key);
      await page.reload();
      await heading(page, 'Thank you, your payment has arrived');
      expect(await page.content()).not.toContain(key);
      expect(complaints).toEqual([]);
    });

    it('of a single scan ends with its report', async () => {
      const { page, email, visit } = await buyer('desk');
      await visit('/pricing');
      await buy(page, 'one_time_scan', provider, email);
      await payAt(page, provider);
      await page.getByRole('link', { name: 'Run the scan' }).click();
      await page.getByLabel('Website address').fill('shop.test');
      await page.getByRole('button', { name: 'Scan', exact: true }).click();
      await page.waitForURL(/\/r\/[\w-]+$/, { timeout: 60_000 });
      expect(await page.getByRole('heading', { name: 'Cookies' }).count()).toBeGreaterThan(0);
    });
  });

  it.each([
    ['stripe', 'phone'],
    ['razorpay', 'desk'],
  ] as const)('a compliance report paid with %s on a %s is mailed and shown on its page', async (provider, screen) => {
    const { page, email, visit, mail } = await buyer(screen);
    await visit('/compliance');
    await page.getByLabel('Website').fill('shop.test');
    await page.getByLabel('Send the report to').fill(email);
    await page.getByLabel('Card payments').selectOption('iframe');
    await page.locator(`button[value=${provider}]`).click();
    await payAt(page, provider);
    await page.getByRole('button', { name: 'Create the report for shop.test now' }).click();
    await heading(page, 'Your report was sent');
    expect(await widerThanScreen(page)).toBe(false);
    const pdf = await page.getByRole('link', { name: 'Download the PDF' }).getAttribute('href');
    expect((await page.request.get(new URL(pdf ?? '', page.url()).href)).headers()['content-type']).toBe(
      'application/pdf',
    );
    await mail('Compliance report for');
    await page.getByRole('link', { name: 'Open the findings' }).click();
    await page.waitForURL(/\/r\//);
  });

  it('an authorized Razorpay payment is captured; a declined or cancelled one says so', async () => {
    const { page, email, visit } = await buyer('phone');
    const begin = async () => {
      await visit('/pricing');
      await buy(page, 'one_time_scan', 'razorpay', email);
      await page.getByRole('button', { name: 'Continue to payment' }).click();
    };
    await begin();
    await page.getByRole('button', { name: 'Let the payment fail' }).click();
    await heading(page, 'The payment was declined');
    await page.getByRole('link', { name: 'Back to pricing' }).click();
    await begin();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await heading(page, 'Payment cancelled');
    await begin();
    await page.getByRole('button', { name: 'Pay, and let the shop capture it' }).click();
    await heading(page, 'Thank you, your payment has arrived');
    expect(await shown(page)).toMatch(/^pal_scan_/);
  });
  it('a bank debit is pending until it has arrived or failed', async () => {
    const { page, email, visit } = await buyer('phone');
    const { state } = running().payments.stripe;
    for (const arrives of [false, true]) {
      await visit('/pricing');
      await buy(page, 'one_time_scan', 'stripe', email);
      await page.getByRole('button', { name: 'Pay by bank debit' }).click();
      await heading(page, 'Your payment is being processed');
      expect(await widerThanScreen(page)).toBe(false);
      state.settle([...state.sessions.keys()].at(-1) ?? '', arrives);
      await page.reload();
      await heading(page, arrives ? 'Thank you, your payment has arrived' : 'The payment failed');
    }
    expect(await shown(page)).toMatch(/^pal_scan_/);
  });
  it('going back from Stripe buys nothing', async () => {
    const { page, email, visit } = await buyer('desk');
    await visit('/pricing');
    await buy(page, 'pro', 'stripe', email);
    await page.waitForURL(/\/c\/pay\//);
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await heading(page, 'Payment cancelled');
  });

  it("Back from Razorpay's page leads to the page before it, and then the same order is paid", async () => {
    const { page, email, visit } = await buyer('desk');
    await visit('/pricing');
    await buy(page, 'one_time_scan', 'razorpay', email);
    const go = page.getByRole('button', { name: 'Continue to payment' });
    await go.click();
    await page.waitForURL(/\/v1\/checkout\/embedded$/);
    await page.goBack();
    await go.waitFor();
    await payAt(page, 'razorpay');
  });

  it('the link in a mail fills its token into the right form', async () => {
    const one = await buyer('phone');
    await one.visit('/pricing');
    await buy(one.page, 'compliance_report', 'stripe', one.email);
    await payAt(one.page, 'stripe');
    const link = /https?:\/\/\S+#token=(pal_comp_\w+)/.exec(await one.mail('pal_comp_'));
    await one.page.goto('about:blank');
    await one.page.goto(link?.[0] ?? '');
    expect(await one.page.getByLabel('Token from your email').inputValue()).toBe(link?.[1]);
    expect(new URL(one.page.url()).hash).toBe('');
    expect(await one.page.locator('#pay').isVisible()).toBe(false);
  });

  it.each(['stripe', 'razorpay'] as const)(
    'a subscription at %s is rotated, cancelled, refunded and started again, without a terminal',
    async (provider) => {
      const one = await buyer('desk');
      const { page, email, visit, mail } = one;
      await visit('/pricing');
      await buy(page, 'pro', provider, email);
      await payAt(page, provider);
      const first = (await shown(page)) ?? '';

      await signIn(one);
      await page
        .getByRole('button', { name: /^Replace this key/ })
        .first()
        .click();
      const second = (await shown(page)) ?? '';
      expect([await works(first), await works(second)]).toEqual([200, 200]);
      expect(await mail('Your new')).toContain(second);

      if (provider === 'stripe') {
        await page.getByRole('button', { name: 'Manage card and invoices' }).click();
        await page.getByRole('button', { name: 'Cancel at the end of the period' }).click();
        await page.getByText(`Signed in as ${email}`).waitFor();
      } else {
        await page.getByRole('button', { name: 'Cancel the subscription' }).click();
      }
      await expect
        .poll(async () => (await visit('/account'), (await page.textContent('main')) ?? ''))
        .toMatch(/ends on \d{4}-/);
      expect(await works(second), 'it works to the end of the paid month').toBe(200);

      const { payments } = running();
      if (provider === 'stripe') {
        const [intent] = [...payments.stripe.state.intents.keys()].slice(-1);
        payments.stripe.state.refund(intent ?? '');
      } else payments.razorpay.state.refund([...payments.razorpay.state.payments.keys()].at(-1) ?? '');
      await expect.poll(() => works(second)).toBe(403);

      await visit('/pricing');
      await buy(page, 'pro', provider, email);
      await payAt(page, provider);
      expect(await works((await shown(page)) ?? '')).toBe(200);
    },
    240_000,
  );

  it.each(['stripe', 'razorpay'] as const)(
    '%s: the buyer of npm run demo:purchase knows these pages',
    async (provider) => {
      const { stack, resend } = running();
      const email = `demo-${provider}@example.com`;
      const shopper = new Shopper(stack.baseUrl);
      const { secret } = await shopper.buy('pro', provider, email);
      expect(await works(secret ?? '')).toBe(200);
      const link = () =>
        resend.delivered.findLast(
          ({ body }) => body.to.includes(email) && body.text?.includes('/account/sign-in?token='),
        )?.body.text;
      await shopper.signIn(email, async () => {
        await expect.poll(link).toBeDefined();
        return /https?:\S+\/account\/sign-in\?token=[\w.-]+/.exec(link() ?? '')?.[0] ?? '';
      });
      const rotated = await shopper.press('/account/keys/rotate', 'at_once');
      expect([await works(secret ?? ''), await works(rotated.secret ?? '')]).toEqual([403, 200]);
      expect((await shopper.press('/account/subscription/cancel')).said).not.toBe('');
    },
  );
}
