import { day, type Purchase } from './account.ts';
import type { AccountWords } from '../words/account/en.ts';

type Subscribed = Pick<Purchase, 'state' | 'provider' | 'paid_until' | 'works_until' | 'subscription'>;

/** Whether it will be charged again. */
export function renews({ state, subscription }: Subscribed): boolean {
  return subscription !== null && state === 'paid' && subscription.ends_at === null;
}

/** Whether there is something to change at the provider: the card, the end, or a cancellation. */
export function canBeChanged({ state, subscription }: Subscribed): boolean {
  return subscription !== null && (state === 'paid' || state === 'not in force');
}

/** One or two sentences for the subscriber: whether the key works, until when, and what happens next. */
export function subscriptionWords(purchase: Subscribed, text: AccountWords['subscription']): string {
  const { state, provider, subscription, paid_until: paidUntil, works_until: worksUntil } = purchase;
  if (state === 'ended') return text.ended;
  if (subscription === null) return '';
  const works = state === 'paid';
  const until = worksUntil === null ? text.works : text.worksUntil(day(worksUntil));
  if (subscription.ends_at !== null && works)
    return `${text.cancelled(day(subscription.ends_at))} ${provider === 'stripe' ? text.takeBack : text.subscribeAgain}`;
  switch (subscription.status) {
    case 'trialing':
      return works && paidUntil !== null ? text.trialUntil(day(paidUntil)) : text.trial;
    case 'past_due':
    case 'pending':
      return works ? `${text.failing} ${until} ${text.lookAtCard}` : text.failed;
    case 'unpaid':
    case 'halted':
      return works ? `${text.stopped} ${until}` : text.halted;
    case 'paused':
      return text.paused;
    case 'collection_paused':
      return works ? `${text.notCharged} ${until}` : text.collectionPaused;
    case 'authenticated':
      return works ? `${text.first} ${until}` : text.first;
    case 'completed':
      return `${text.completed} ${until}`;
  }
  if (!works) return text.disputed;
  return subscription.renews_at === null ? '' : text.renews(day(subscription.renews_at));
}
