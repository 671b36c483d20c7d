import type { ReactElement } from 'react';
import { Action, Credential, Frame, Paragraph, Rule, Small } from './frame.tsx';
import { Paid } from './paid.tsx';

export function ComplianceToken({
  service,
  token,
  link,
  receipt,
  seller,
}: {
  service: string;
  token: string;
  link: string;
  receipt?: string | undefined;
  seller: string | null;
}): ReactElement {
  return (
    <Frame service={service} title="Your payment for a compliance report" preview="One compliance report for one site.">
      <Paragraph>
        Thank you for your payment. The button opens the order form for your compliance report with your token filled
        in. Enter your site and how it handles card data and personal data. We then send you the report by email.
      </Paragraph>
      <Action href={link}>Order the report</Action>
      <Paragraph>Or use the token yourself, as token in the body of POST /api/compliance-report/generate:</Paragraph>
      <Credential>{token}</Credential>
      <Rule />
      <Paid receipt={receipt} seller={seller} />
      <Small>
        The token is good for one report and does not expire. A report that cannot be created or delivered does not use
        it up. Anyone who has the token can use it, so keep this email private.
      </Small>
    </Frame>
  );
}
