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
    <Frame service={service} title="Your compliance report is paid" preview="One compliance report for one site.">
      <Paragraph>
        Thank you for your payment. The button opens the form for your compliance report with your token filled in. Name
        your site there, say what it does with card and personal data, and the report follows by e-mail.
      </Paragraph>
      <Action href={link}>Make the report</Action>
      <Paragraph>Or use the token yourself, as token in the body of POST /api/compliance-report/generate:</Paragraph>
      <Credential>{token}</Credential>
      <Rule />
      <Paid receipt={receipt} seller={seller} />
      <Small>
        It buys one report and does not run out. A report that cannot be made or delivered does not use it up. Anyone
        who has the token can use it, so keep this message to yourself.
      </Small>
    </Frame>
  );
}
