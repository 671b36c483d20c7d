import { describe, expect, it } from 'vitest';
import { entriesOf, type Purchase } from './ledger.ts';
import type { ProviderPayment, ProviderState } from './provider.ts';

const NOW = new Date('2026-01-02T03:04:05Z');
const purchase: Purchase = {
  id: '00000000-0000-4000-8000-000000000001',
  provider: 'razorpay',
  product: 'one_time_scan',
  email: 'buyer@example.com',
  amount: 9_900,
  currency: 'INR',
  origin: 'test',
  url: null,
  scope: null,
  preparedFor: null,
  logoId: null,
  frameworks: [],
  pages: null,
  landing: null,
  createdAt: NOW,
};
const payment: ProviderPayment = {
  id: 'pay_1',
  amount: 9_900,
  currency: 'INR',
  price: 9_900,
  status: 'captured',
  paidAt: NOW,
  periodEnd: null,
  refunds: [],
  disputes: [],
};
const dispute = { id: 'd', amount: 9_900, at: NOW };
const standing: ProviderState = {
  ref: 'order_1',
  purchaseId: purchase.id,
  payments: [],
  subscription: null,
  failedRenewals: [],
  endedAt: null,
  closed: false,
};
const kinds = (more: Partial<ProviderState>) =>
  entriesOf(purchase, { ...standing, ...more }, NOW).map(({ kind }) => kind);

describe('a provider’s state of a payment, as entries', () => {
  it.each<[what: string, payment: Partial<ProviderPayment>, kinds: string[]]>([
    ['captured, of the right amount', {}, ['opened', 'paid']],
    ['authorized, not yet captured', { status: 'authorized' }, ['opened']],
    ['still pending', { status: 'pending' }, ['opened']],
    ['failed', { status: 'failed' }, ['opened']],
    ['one unit too little', { amount: 9_899, price: 9_899 }, ['opened', 'mispaid']],
    ['one unit too much', { amount: 9_901, price: 9_901 }, ['opened', 'mispaid']],
    ['the right price, and tax on top', { amount: 11_682, price: 9_900 }, ['opened', 'paid']],
    ['an invoice that the provider calls paid', { amount: 1, price: null }, ['opened', 'paid']],
    ['a zero invoice, by coupon or credit', { amount: 0, price: null }, ['opened', 'paid']],
    ['the right amount in another currency', { currency: 'USD' }, ['opened', 'mispaid']],
    ['refunded', { refunds: [{ id: 'r', amount: 9_900, failed: false, at: null }] }, ['opened', 'paid', 'refunded']],
    [
      'a refund that failed',
      { refunds: [{ id: 'r', amount: 9_900, failed: true, at: null }] },
      ['opened', 'paid', 'refunded', 'refund_failed'],
    ],
    [
      'a refund of money never captured',
      { status: 'failed', refunds: [{ id: 'r', amount: 1, failed: false, at: null }] },
      ['opened'],
    ],
    ['disputed', { disputes: [{ ...dispute, outcome: 'open' }] }, ['opened', 'paid', 'disputed']],
    ['a dispute won', { disputes: [{ ...dispute, outcome: 'won' }] }, ['opened', 'paid', 'disputed', 'dispute_won']],
    ['a dispute lost', { disputes: [{ ...dispute, outcome: 'lost' }] }, ['opened', 'paid', 'disputed', 'dispute_lost']],
  ])('%s', (_what, more, expected) => {
    expect(kinds({ payments: [{ ...payment, ...more }] })).toEqual(expected);
  });

  it('gives one fact one key, however often it is reported', () => {
    const told = () =>
      entriesOf(purchase, { ...standing, payments: [payment], endedAt: NOW, closed: true }, new Date());
    expect(told().map(({ naturalKey }) => naturalKey)).toEqual([
      'razorpay:opened:order_1',
      'razorpay:closed:order_1',
      'razorpay:paid:pay_1',
      'razorpay:ended:order_1',
    ]);
    expect(told().map(({ naturalKey }) => naturalKey)).toEqual(told().map(({ naturalKey }) => naturalKey));
  });
});
