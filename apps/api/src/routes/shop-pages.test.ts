import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestAtRest } from '@palisade/access/keyed-hash';
import { issueKey } from '@palisade/access/keys';
import { FRAMEWORKS } from '@palisade/compliance/frameworks';
import { REPORT, runningApi, SECRET, type RunningApi } from '../../test/running-api.ts';

/** A PNG. */
const ONE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi({ SERVICE_NAME: 'Stockade', SELLER_NAME: 'Maple & Sons', SELLER_ADDRESS: '1 High Street' });
});
afterAll(() => api[Symbol.asyncDispose]());

const page = async (path: string) => {
  const answer = await fetch(api.baseUrl + path, { headers: { accept: 'text/html' } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

it.each([
  ['/pricing', 'Compliance report'],
  ['/terms', 'Maple &amp; Sons'],
  ['/privacy', '400 days'],
  ['/refunds', '14 days'],
  ['/contact', '1 High Street'],
  ['/compliance', 'Token from your email'],
  ['/checkout/cancelled', 'Payment cancelled'],
  ['/checkout/done', 'We cannot find this purchase'],
])('%s is a page', async (path, words) => {
  const { status, headers, text } = await page(path);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain(words);
});

type Kind = 'opened' | 'paid' | 'closed' | 'mispaid' | 'ended' | 'refunded' | 'accepted';

describe('the page that a buyer returns to', () => {
  const purchase = async (kinds: Kind[], landing?: Uint8Array<ArrayBuffer>) => {
    const id = randomUUID();
    await api.db.purchase.create({
      data: {
        id,
        provider: 'razorpay',
        product: 'pro',
        email: 'buyer@example.com',
        amount: 49_900,
        currency: 'INR',
        origin: `checkout:${id}`,
        landing: landing ?? null,
      },
    });
    for (const kind of kinds)
      await api.db.ledgerEntry.create({
        data: {
          purchaseId: id,
          kind,
          naturalKey: `${kind}:${id}`,
          ref: `order_${id.slice(0, 8)}`,
          at: new Date(),
          ...(kind === 'paid' || kind === 'accepted'
            ? { amount: 49_900, periodEnd: new Date(Date.now() + 86_400_000) }
            : {}),
          ...(kind === 'refunded' ? { amount: 49_900, paymentRef: `order_${id.slice(0, 8)}` } : {}),
        },
      });
    return { id, order: `order_${id.slice(0, 8)}` };
  };

  it.each([
    [['opened'], 'Waiting for your payment', '3'],
    [['opened', 'paid'], 'Your API key was sent to b…@example.com', null],
    [['opened', 'closed'], 'The payment failed', null],
    [['opened', 'mispaid'], 'is under review', null],
    [['opened', 'paid', 'ended'], 'has ended', null],
  ] as [Kind[], string, string | null][])('%j', async (kinds, words, refresh) => {
    const { id, order } = await purchase([...kinds]);
    for (const name of [id, order]) {
      const { text, headers } = await page(`/checkout/done?checkout=${name}`);
      expect(text.replaceAll('<!-- -->', '')).toContain(words);
      expect(text).not.toContain('buyer@example.com');
      expect(headers.get('refresh')).toBe(refresh);
    }
  });

  it('is preceded by a page that leads to Razorpay, with the address for the buyer only', async () => {
    const cookie = 'd'.repeat(43);
    const { order } = await purchase(['opened'], digestAtRest(SECRET, cookie));
    const pay = (name: string, value?: string) =>
      fetch(`${api.baseUrl}/checkout/pay?checkout=${name}`, {
        redirect: 'manual',
        headers: { accept: 'text/html', ...(value ? { cookie: `palisade_buyer=${value}` } : {}) },
      });
    const fields = async (value?: string) => {
      const found = (await (await pay(order, value)).text()).matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g);
      return Object.fromEntries([...found].map(([, name = '', text = '']) => [name, text]));
    };
    const known = { subscription_id: order, amount: '49900', currency: 'INR' };
    expect(await fields(cookie)).toMatchObject({ ...known, 'prefill[email]': 'buyer@example.com' });
    expect(await fields('e'.repeat(43))).toMatchObject(known);
    expect(await fields()).not.toHaveProperty('prefill[email]');
    expect((await pay(order)).headers.get('content-security-policy')).toContain(
      'form-action https://api.razorpay.com;',
    );

    for (const kind of ['paid', 'closed'] as const) {
      const { order: over } = await purchase(['opened', kind]);
      const answer = await pay(over);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `/checkout/done?checkout=${over}`]);
    }
    expect((await pay('order_none')).status).toBe(303);
  });

  it('accepts the form from Razorpay, but does not trust it', async () => {
    const { order } = await purchase(['opened']);
    const answer = await api.form(
      `/checkout/done?checkout=${order}`,
      { razorpay_payment_id: 'pay_1' },
      { 'sec-fetch-site': 'cross-site' },
    );
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/checkout/done?checkout=${order}`]);
  });

  it('says that an attempt was declined, unless the payment has arrived after all', async () => {
    const words = async (kinds: Kind[]) => {
      const { order } = await purchase(kinds);
      const failed = { 'error[code]': 'BAD_REQUEST_ERROR', 'error[metadata]': '{}' };
      const answer = await api.form(`/checkout/done?checkout=${order}`, failed, { 'sec-fetch-site': 'cross-site' });
      return (await page(answer.headers.get('location') ?? '')).text;
    };
    expect(await words(['opened'])).toContain('The payment was declined');
    expect(await words(['opened', 'paid'])).toContain('your payment has arrived');
  });

  it('shows the key once, to the browser that began the purchase, and to no other', async () => {
    const cookie = 'b'.repeat(43);
    const { id } = await purchase(['opened', 'paid'], digestAtRest(SECRET, cookie));
    const source = `purchase:${id}`;
    const order = { email: 'buyer@example.com', plan: 'pro' as const, source };
    const { key } = await api.db.$transaction((tx) => issueKey(tx, order, SECRET));
    const land = async (value?: string) => {
      const headers = { accept: 'text/html', ...(value ? { cookie: `palisade_buyer=${value}` } : {}) };
      const answer = await fetch(`${api.baseUrl}/checkout/done?checkout=${id}`, { headers });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      return (await answer.text()).includes(key);
    };
    expect([await land(), await land('c'.repeat(43))], 'other browsers').toEqual([false, false]);
    const both = await Promise.all([land(cookie), land(cookie)]);
    expect(both.toSorted(), 'two at once').toEqual([false, true]);
    expect(await land(cookie), 'a reload').toBe(false);
  });

  it.each([
    ['that was refunded', ['opened', 'paid', 'refunded'], 'The payment was refunded'],
    ['that was paid late', ['opened', 'closed', 'paid'], 'your payment has arrived'],
    ['that was accepted by an operator', ['opened', 'mispaid', 'accepted'], 'your payment has arrived'],
  ] as [string, Kind[], string][])('of a payment %s shows no key to another browser', async (_case, kinds, words) => {
    const { id } = await purchase(kinds, digestAtRest(SECRET, 'b'.repeat(43)));
    const { text } = await page(`/checkout/done?checkout=${id}`);
    expect(text.replaceAll('<!-- -->', '')).toContain(words);
    expect(text).not.toMatch(/pal_(live|scan|comp)_/);
  });

  it.each(['nonsense', "' or 1=1", '../../x', ''])('finds no purchase for %j', async (name) => {
    expect((await page(`/checkout/done?checkout=${encodeURIComponent(name)}`)).text).toContain(
      'We cannot find this purchase',
    );
  });
});

describe('the form for a compliance token', () => {
  it('creates the report with the declared scope and extent', async () => {
    const { token } = await api.newToken('compliance');
    let pages: unknown;
    api.onScan(async (_url, { pages: asked }) => {
      pages = asked;
      return REPORT;
    });
    const answer = await api.form('/compliance', {
      token,
      url: 'shop.test',
      email: 'buyer@example.com',
      card_data: 'iframe',
      personal_data: '',
      'framework nis2-art21': 'on',
      pages: ' /pay\r\nshop.test/login\r\n',
    });
    const row = await api.db.complianceReport.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    expect(row).toMatchObject({
      scope: { card_data: 'iframe' },
      email: 'buyer@example.com',
      frameworks: [...FRAMEWORKS.map(({ id }) => id), 'nis2-art21'],
    });
    expect(pages).toEqual(['https://shop.test/pay', 'https://shop.test/login']);
    api.onScan(async () => REPORT);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/compliance/order/${row.id}`]);

    const order = async () => {
      const { text, headers } = await page(`/compliance/order/${row.id}`);
      return [/<h1>(.*?)<\/h1>/.exec(text)?.[1], headers.get('refresh'), text.includes('/pdf"')];
    };
    expect(await order()).toEqual(['Your report is on its way', '3', false]);
    const { id } = row;
    const pdf = { pdf: new Uint8Array([37, 80, 68, 70]), fileName: 'palisade_shop_test.pdf' };
    await api.db.complianceReport.update({ where: { id }, data: { state: 'mailed', ...pdf } });
    expect(await order()).toEqual(['Your report was sent', null, true]);
    const file = await api.get(`/compliance/order/${id}/pdf`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    await api.db.complianceReport.update({ where: { id }, data: { state: 'failed' } });
    expect(await order()).toEqual(['The report could not be delivered', null, false]);
    expect((await api.get(`/compliance/order/${id}/pdf`)).status, 'its token was given back').toBe(404);
    expect((await page(`/compliance/order/${randomUUID()}`)).status).toBe(404);
  });

  it('decodes and stores a logo; an invalid file is refused before the token is used', async () => {
    const { token } = await api.newToken('compliance');
    const send = async (file: Uint8Array<ArrayBuffer>) => {
      const body = new FormData();
      const fields = { token, url: 'shop.test', email: 'buyer@example.com', prepared_for: 'Ann & Co' };
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      body.set('file', new Blob([file]), 'logo.png');
      return await fetch(`${api.baseUrl}/compliance`, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: { accept: 'text/html' },
      });
    };
    const refused = await send(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('must be a PNG or JPEG')]);
    expect((await send(new Uint8Array(Buffer.from(ONE_PIXEL, 'base64')))).status).toBe(303);
    const row = await api.db.complianceReport.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    expect(row).toMatchObject({ preparedFor: 'Ann & Co', logoId: expect.any(String) as string });
    const kept = await api.db.clientLogo.findUniqueOrThrow({ where: { id: row.logoId ?? '' } });
    expect(Buffer.from(kept.png).subarray(1, 4).toString()).toBe('PNG');
  });

  it('shows errors as a page, and refuses forms on other sites', async () => {
    const refused = await api.form('/compliance', {
      token: 'pal_comp_x',
      url: 'shop.test',
      email: 'buyer@example.com',
    });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('content-type')).toContain('text/html');
    const foreign = await api.form('/compliance', {}, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
  });
});

it('the form for a report stores the address and the name as the API does', async () => {
  const prepared_for = `A\u0001${'😀'.repeat(90)}`;
  const order = { provider: 'stripe', url: 'shop.test', email: ' Buyer@bücher.example ', prepared_for };
  await using api = await runningApi({ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_API_BASE_URL: 'http://127.0.0.1:9' });
  const answer = await fetch(`${api.baseUrl}/compliance`, { method: 'POST', body: new URLSearchParams(order) });
  expect(answer.status, 'no one answers there').toBe(503);
  const { email, preparedFor } = await api.db.purchase.findFirstOrThrow();
  expect([email, preparedFor]).toEqual(['buyer@xn--bcher-kva.example', `A ${'😀'.repeat(78)}`]);
});

it('a purchase without a configured provider gets 503, a bad address 400', async () => {
  const fields = { product: 'pro', provider: 'stripe', email: 'a@b.test' };
  expect((await api.form('/pricing/buy', fields)).status).toBe(503);
  expect((await api.form('/pricing/buy', { ...fields, email: 'nonsense' })).status).toBe(400);
  expect((await api.form('/pricing/buy', fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
});
