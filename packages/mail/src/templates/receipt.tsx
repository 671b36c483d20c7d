import type { ReactElement } from 'react';
import { Action, Frame, Paragraph, Rule, Small } from './frame.tsx';
import { SoldBy } from './paid.tsx';

export function Receipt(props: {
  service: string;
  receipt: string;
  seller: string | null;
  /** `21 December 2026`, or null when unknown. */
  paidUntil: string | null;
  link: string;
}): ReactElement {
  const { service, receipt, seller, paidUntil, link } = props;
  return (
    <Frame service={service} title="Payment received" preview={receipt}>
      <Paragraph>{receipt}.</Paragraph>
      {paidUntil !== null && <Paragraph>Your subscription is paid until {paidUntil}.</Paragraph>}
      <Action href={link}>Open your account</Action>
      <Rule />
      <SoldBy seller={seller} />
      <Small>In your account, you can find your receipts, change your card and cancel the subscription.</Small>
    </Frame>
  );
}
