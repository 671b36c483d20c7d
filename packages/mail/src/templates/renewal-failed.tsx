import type { ReactElement } from 'react';
import { Action, Frame, Paragraph, Rule, Small } from './frame.tsx';

interface Failure {
  /** `21 November 2026`, or null if no payment is in force. */
  paidUntil: string | null;
  /** That day has passed. */
  over: boolean;
  /** The key still works. */
  works: boolean;
  /** The provider will not try again. */
  givenUp: boolean;
  /** It has also ended the subscription. */
  ended: boolean;
}

export function RenewalFailed({
  service,
  link,
  ...failure
}: Failure & { service: string; link: string }): ReactElement {
  const { paidUntil, over, works, givenUp, ended } = failure;
  // The first payment of a subscription can fail, too: a mandate at Razorpay is authorized before it is charged.
  const preview = `Your subscription could not be ${paidUntil === null ? 'paid' : 'renewed'}.`;
  return (
    <Frame service={service} title="Payment failed" preview={preview}>
      <Paragraph>
        The payment for your subscription failed.
        {paidUntil !== null && (over || works) && ` It ${over ? 'was' : 'is'} paid until ${paidUntil}.`} The payment
        provider {givenUp ? 'has stopped trying' : 'will try again automatically'}. The most common causes are an
        expired card and a limit that was reached.
      </Paragraph>
      <Action href={link}>{ended ? 'Subscribe again' : 'Update your card'}</Action>
      <Rule />
      <Small>{consequence(failure)}</Small>
    </Frame>
  );
}

function consequence({ paidUntil, works, givenUp, ended }: Failure): string {
  if (ended) return 'The subscription has ended, and its API key no longer works.';
  if (paidUntil === null) return 'Your API key works as soon as a payment has succeeded.';
  if (givenUp) {
    const from = works ? 'After that day, your' : 'Your';
    return `${from} API key does not work until you add another card and a payment succeeds.`;
  }
  return works
    ? 'If the payment keeps failing, your API key stops working until you pay for the subscription again.'
    : 'Your API key does not work until a payment succeeds.';
}
