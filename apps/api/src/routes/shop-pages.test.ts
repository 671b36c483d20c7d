import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi({ SERVICE_NAME: 'Stockade', SELLER_NAME: 'Maple & Sons', SELLER_ADDRESS: '1 High Street' });
});
afterAll(() => api[Symbol.asyncDispose]());

const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(api.baseUrl + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(fields),
  });
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
  ['/compliance', 'Token from your e-mail'],
  ['/checkout/cancelled', 'Nothing was bought'],
  ['/checkout/done', 'no such purchase'],
])('%s is a page', async (path, words) => {
  const { status, headers, text } = await page(path);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain(words);
});

describe('where a buyer lands', () => {
  const purchase = async (kinds: ('opened' | 'paid' | 'closed')[]) => {
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
      },
    });
    for (const kind of kinds)
      await api.db.ledgerEntry.create({
        data: { purchaseId: id, kind, naturalKey: `${kind}:${id}`, ref: `order_${id.slice(0, 8)}`, at: new Date() },
      });
    return { id, order: `order_${id.slice(0, 8)}` };
  };

  it.each([
    [['opened'] as const, 'Waiting for your payment', '5'],
    [['opened', 'paid'] as const, 'Your API key was sent to b…@example.com', null],
    [['opened', 'closed'] as const, 'did not succeed', null],
  ])('%j', async (kinds, words, refresh) => {
    const { id, order } = await purchase([...kinds]);
    for (const name of [id, order]) {
      const { text, headers } = await page(`/checkout/done?checkout=${name}`);
      expect(text.replaceAll('<!-- -->', '')).toContain(words);
      expect(text).not.toContain('buyer@example.com');
      expect(headers.get('refresh')).toBe(refresh);
    }
  });

  it('comes back from Razorpay by a form, which proves nothing', async () => {
    const { order } = await purchase(['opened']);
    const answer = await form(
      `/checkout/done?checkout=${order}`,
      { razorpay_payment_id: 'pay_1' },
      { 'sec-fetch-site': 'cross-site' },
    );
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/checkout/done?checkout=${order}`]);
  });

  it.each(['nonsense', "' or 1=1", '../../x', ''])('%j is no purchase', async (name) => {
    expect((await page(`/checkout/done?checkout=${encodeURIComponent(name)}`)).text).toContain('no such purchase');
  });
});

describe('the form for a compliance token', () => {
  it('makes the report, with what was declared', async () => {
    const { token } = await api.newToken('compliance');
    const answer = await form('/compliance', {
      token,
      url: 'shop.test',
      email: 'buyer@example.com',
      card_data: 'iframe',
      personal_data: '',
    });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('on its way');
    const row = await api.db.complianceReport.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    expect(row).toMatchObject({ scope: { card_data: 'iframe' }, email: 'buyer@example.com' });
  });

  it('says what is wrong as a page, and refuses forms of other sites', async () => {
    const refused = await form('/compliance', { token: 'pal_comp_x', url: 'shop.test', email: 'buyer@example.com' });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('content-type')).toContain('text/html');
    const foreign = await form('/compliance', {}, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
  });
});

it('a purchase without a configured provider is a 503, a bad address a 400', async () => {
  const fields = { product: 'pro', provider: 'stripe', email: 'a@b.test' };
  expect((await form('/pricing/buy', fields)).status).toBe(503);
  expect((await form('/pricing/buy', { ...fields, email: 'nonsense' })).status).toBe(400);
  expect((await form('/pricing/buy', fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
});
