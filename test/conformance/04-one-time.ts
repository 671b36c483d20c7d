import { expect, it } from 'vitest';
import { errorOf, json, type Service } from './service.ts';

export function oneTimePurchases(service: () => Service): void {
  const verify = (paymentId: string, email = 'payer@example.com') =>
    service().post('/api/verify-one-time', { payment_id: paymentId, email });
  /** Buys one scan as the web page does: an order, then the provider's checkout. */
  const buy = async (email = 'payer@example.com', status?: 'authorized' | 'failed') => {
    const order = await json(
      await service().post('/api/checkout', { product: 'one_time_scan', provider: 'razorpay', email }),
    );
    expect(order).toMatchObject({ amount: 9_900, currency: 'INR' });
    return service().razorpay.state.pay(String(order['order_id']), status ? { status } : {}).id;
  };

  it('exchanges a payment for a token for one scan', async () => {
    const paid = await buy();
    const body = await json(await verify(paid));
    expect(body).toEqual({ ok: true, token: expect.any(String) as string });
    const report = await json(await service().freeScan({ url: 'bare.test', one_time_token: body['token'] }));
    expect(report['pro_locked']).toBe(false);
  });

  it('captures an authorized payment first', async () => {
    const paid = await buy('payer@example.com', 'authorized');
    await json(await verify(paid));
    expect(service().razorpay.state.payments.get(paid)?.status).toBe('captured');
  });

  it('returns the same token each time for the same pair, and 403 for another address', async () => {
    const paid = await buy();
    const answers = await Promise.all([verify(paid), verify(paid), verify(paid)].map(async (one) => json(await one)));
    expect(new Set(answers.map(({ token }) => token)).size).toBe(1);
    await errorOf(await verify(paid, 'somebody@example.com'), 403);
    expect((await json(await verify(paid)))['token']).toBe(answers[0]?.['token']);
  });

  it('mails the token, once', async () => {
    const email = `mailed-${Date.now()}@example.com`;
    const { token } = await json(await verify(await buy(email), email));
    const mine = async () => (await service().mail()).filter(({ to }) => to === email);
    const texts = async () => (await mine()).map(({ text }) => text);
    await expect.poll(texts).toEqual([expect.stringContaining(String(token))]);
  }, 240_000);

  it('402 for a payment that failed, and for another product or amount', async () => {
    await errorOf(await verify(await buy('payer@example.com', 'failed')), 402);
    const compliance = await json(
      await service().post('/api/checkout', {
        product: 'compliance_report',
        provider: 'razorpay',
        email: 'payer@example.com',
      }),
    );
    await errorOf(await verify(service().razorpay.state.pay(String(compliance['order_id'])).id), 402);
  });

  it('404 for a payment unknown to the provider', async () => {
    await errorOf(await verify('pay_ZZZZZZZZZZZZZZ'), 404);
  });

  it('400 for a body without the required fields', async () => {
    await errorOf(await service().post('/api/verify-one-time', { payment_id: 'pay_ZZZZZZZZZZZZZZ' }), 400);
    await errorOf(await service().post('/api/verify-one-time', { email: 'payer@example.com' }), 400);
  });
}
