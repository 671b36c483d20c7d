import { type Browser, type Page } from 'playwright-core';
import type { PaymentLabs } from '@palisade/lab/payment-labs';
import type { FakeResend } from '@palisade/lab/resend/fake-resend';
import type { Stack } from '../stack.ts';

export const OPS_TOKEN = 'the-operator-of-these-tests';
/** The service at a name of a local network: on plain http, browsers send no `Sec-Fetch-Site` to it. */
export const LAN_NAME = 'palisade.lan';
export const OPERATOR = { extraHTTPHeaders: { authorization: `Bearer ${OPS_TOKEN}` } } as const;

/** One service, one lab and one browser for all page tests. */
export interface Running {
  stack: Stack;
  browser: Browser;
  resend: FakeResend;
  payments: PaymentLabs;
}

export interface OpenPage {
  page: Page;
  /** Errors in the browser's console. */
  complaints: string[];
}

export async function openPage(
  { browser, stack }: Running,
  at: string,
  viewport: { width: number; height: number },
): Promise<OpenPage> {
  const page = await browser.newPage({ ...OPERATOR, viewport });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(new URL(at, stack.baseUrl).href);
  return { page, complaints };
}

export function widerThanScreen(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
}
