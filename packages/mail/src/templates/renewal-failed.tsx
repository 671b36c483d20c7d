import type { ReactElement } from 'react';
import { Action, Frame, Paragraph, Rule, Small } from './frame.tsx';

export function RenewalFailed({
  service,
  paidUntil,
  givenUp,
  link,
}: {
  service: string;
  /** `21 November 2026`, or null if no payment is in force. */
  paidUntil: string | null;
  /** The provider will not try again. */
  givenUp: boolean;
  link: string;
}): ReactElement {
  // The first payment of a subscription can fail, too: a mandate at Razorpay is authorized before it is charged.
  const preview = `Your subscription could not be ${paidUntil === null ? 'paid' : 'renewed'}.`;
  return (
    <Frame service={service} title="Payment failed" preview={preview}>
      <Paragraph>
        {paidUntil === null
          ? 'The payment for your subscription failed.'
          : `The payment for your subscription failed. It is paid until ${paidUntil}.`}{' '}
        {givenUp ? 'The payment provider has stopped trying' : 'The payment provider tries again by itself'}; most often
        the card has expired or its limit was reached.
      </Paragraph>
      <Action href={link}>Update your card</Action>
      <Rule />
      <Small>{consequence(paidUntil, givenUp)}</Small>
    </Frame>
  );
}

function consequence(paidUntil: string | null, givenUp: boolean): string {
  if (paidUntil === null) return 'Your API key works as soon as a payment has succeeded.';
  if (givenUp) return 'After that day, your API key does not work until you add another card and a payment succeeds.';
  return 'If the payment keeps failing, your API key stops working until you pay for the subscription again.';
}
