import { day, type Purchase } from './account.ts';

type Subscribed = Pick<Purchase, 'state' | 'provider' | 'paid_until' | 'works_until' | 'subscription'>;

/** It will be charged again. */
export function renews({ state, subscription }: Subscribed): boolean {
  return subscription !== null && state === 'paid' && subscription.ends_at === null;
}

/** There is something at the provider to change: the card, the end, or an end that was asked for. */
export function canBeChanged({ state, subscription }: Subscribed): boolean {
  return subscription !== null && (state === 'paid' || state === 'not in force');
}

/** One or two sentences for the subscriber: whether the key works, until when, and what happens next. */
export function subscriptionWords(purchase: Subscribed): string {
  const { state, provider, subscription, paid_until: paidUntil, works_until: worksUntil } = purchase;
  if (state === 'ended') return 'It has ended, and its key no longer works.';
  if (subscription === null) return '';
  const works = state === 'paid';
  const until = worksUntil === null ? '' : ` until ${day(worksUntil)}`;
  if (subscription.ends_at !== null && works) {
    const back =
      provider === 'stripe'
        ? 'You can take that back on the payment provider’s page.'
        : 'To go on, subscribe again when it has ended.';
    return `Cancelled: it ends ${day(subscription.ends_at)}, and the key works until then. ${back}`;
  }
  switch (subscription.status) {
    case 'trialing':
      return works && paidUntil !== null
        ? `On trial until ${day(paidUntil)}. Then the first month is charged, unless you cancel before.`
        : 'On trial.';
    case 'past_due':
    case 'pending':
      return works
        ? `The last payment failed, and the payment provider tries again. The key works${until}; please look at your card.`
        : 'The last payment failed, and the paid time is over: the key works again once the payment succeeds. Please look at your card.';
    case 'unpaid':
    case 'halted':
      return works
        ? `The payments failed, and the payment provider has stopped trying. The key works${until}.`
        : 'The payments failed, and the payment provider has stopped trying: the key does not work. Another card brings it back.';
    case 'paused':
      return 'Paused: the key does not work until the subscription is resumed, and nothing is charged meanwhile.';
    case 'collection_paused':
      return works
        ? `Nothing is charged for now. The key works${until}.`
        : 'Payments are paused by the seller: nothing is charged, and the key does not work meanwhile.';
    case 'authenticated':
      return works ? `The first payment is on its way. The key works${until}.` : 'The first payment is on its way.';
    case 'completed':
      return `All payments were made, and it does not renew. The key works${until}.`;
  }
  if (!works) return 'Its payment was given back or is disputed: the key does not work.';
  return subscription.renews_at === null ? '' : `It renews ${day(subscription.renews_at)}.`;
}
