import { describe, expect, it } from 'vitest';
import { canBeChanged, renews, subscriptionWords } from './subscription-words.ts';
import { account } from '../words/account/en.ts';

const END = '2026-12-22T10:00:00.000Z';
const GRACE = '2026-12-25T10:00:00.000Z';
const purchase = (status: string, more: object = {}) => ({
  state: 'paid',
  provider: 'stripe',
  paid_until: END,
  works_until: GRACE,
  subscription: { status, renews_at: END as string | null, ends_at: null as string | null },
  ...more,
});
const ending = { subscription: { status: 'active', renews_at: null, ends_at: END } };
const out = { state: 'not in force' };

describe('a subscriber reads', () => {
  it.each([
    ['running', purchase('active'), /^It renews on 2026-12-22\.$/],
    ['cancelled at Stripe', purchase('active', ending), /ends on 2026-12-22, .* undo this/],
    ['cancelled at Razorpay', purchase('active', { ...ending, provider: 'razorpay' }), /subscribe again/],
    ['on trial', purchase('trialing'), /On trial until 2026-12-22\. The first month is charged then/],
    ['past due at Stripe', purchase('past_due'), /failed.*works until 2026-12-25.*card/],
    ['past due at Razorpay', purchase('pending', { provider: 'razorpay' }), /failed.*works until 2026-12-25/],
    ['past due too long', purchase('past_due', out), /paid period is over/],
    ['unpaid', purchase('unpaid', out), /stopped trying\. The key does not work/],
    [
      'halted in a paid month',
      purchase('halted', { works_until: END }),
      /stopped trying\. The key works until 2026-12-22/,
    ],
    ['paused', purchase('paused', out), /^Paused/],
    [
      'collection paused, key works',
      purchase('collection_paused', { works_until: END }),
      /You are not charged for now/,
    ],
    ['collection paused, key does not work', purchase('collection_paused', out), /does not work in the meantime/],
    ['refunded', purchase('active', out), /refunded or is disputed/],
    ['ended', purchase('canceled', { state: 'ended' }), /It has ended/],
    ['all cycles done', purchase('completed'), /will not renew/],
  ])('%s', (_what, one, words) => {
    expect(subscriptionWords(one, account.subscription)).toMatch(words);
  });
});

it('a failed or cancelled subscription can still be changed at the provider; an ended one cannot', () => {
  expect(canBeChanged(purchase('past_due', out))).toBe(true);
  expect(canBeChanged(purchase('active', ending))).toBe(true);
  expect(canBeChanged(purchase('canceled', { state: 'ended' }))).toBe(false);
  expect(canBeChanged(purchase('incomplete', { state: 'not paid' }))).toBe(false);
  expect([renews(purchase('active')), renews(purchase('active', ending)), renews(purchase('active', out))]).toEqual([
    true,
    false,
    false,
  ]);
});
