import { describe, expect, it } from 'vitest';
import { errorOf, json, type Service } from './service.ts';

export function complianceReports(service: () => Service): void {
  const pay = (body: object = {}) =>
    service().post('/api/compliance-report/pay', {
      provider: 'razorpay',
      email: 'payer@example.com',
      url: 'https://bare.test/',
      ...body,
    });
  const generate = (token: unknown, body: object = {}) =>
    service().post('/api/compliance-report/generate', {
      token,
      url: 'https://bare.test/',
      email: 'payer@example.com',
      ...body,
    });
  const operatorToken = () => service().token('compliance');

  describe('4.7 POST /api/compliance-report/pay', () => {
    it('India provider: an order of 24900 paise and a token', async () => {
      expect(await json(await pay())).toEqual({
        order_id: expect.stringMatching(/^order_/) as string,
        amount: 24_900,
        key: service().razorpay.keyId,
        token: expect.any(String) as string,
      });
    });

    it('international provider: a payment page, in cents; no token', async () => {
      expect(await json(await pay({ provider: 'stripe' }))).toEqual({
        checkout_url: expect.stringMatching(/^http/) as string,
        amount: 300,
      });
    });

    it.each([{ provider: 'paypal' }, { email: 'nobody' }, { url: 5 }, { url: 'ftp://bare.test/' }])(
      '400 for %j',
      async (body) => void (await errorOf(await pay(body), 400)),
    );
  });

  describe('4.8 POST /api/compliance-report/generate', () => {
    it('402 before the payment; after it, scans, answers, and mails the PDF', async () => {
      const email = `compliance-${Date.now()}@example.com`;
      const order = await json(await pay({ email }));
      await errorOf(await generate(order['token'], { email }), 402);
      service().razorpay.state.pay(String(order['order_id']));
      expect(await json(await generate(order['token'], { email }))).toEqual({
        ok: true,
        message: expect.any(String) as string,
      });
      const mine = async () =>
        (await service().mail()).filter(({ to, attachments }) => to === email && attachments.length > 0);
      await expect.poll(async () => (await mine()).length).toBe(1);
      expect((await mine())[0]?.attachments).toEqual([expect.stringMatching(/\.pdf$/)]);
      await errorOf(await generate(order['token'], { email }), 403);
    }, 240_000);

    it('the token survives an unreachable site and a rejected target', async () => {
      const token = await operatorToken();
      await errorOf(await generate(token, { url: 'https://refused.test/' }), 502);
      await errorOf(await generate(token, { url: 'http://127.0.0.1/' }), 400);
      expect(await json(await generate(token))).toMatchObject({ ok: true });
    }, 240_000);

    it('403 for a token of another kind or an invalid one; 400 without one', async () => {
      const oneTime = await service().token('one_time');
      await errorOf(await generate(oneTime), 403);
      await errorOf(await generate('nonsense'), 403);
      await errorOf(await generate(undefined), 400);
    });
  });
}
