import type { ReactElement } from 'react';
import { Action, Credential, Frame, Paragraph, Rule, Small } from './frame.tsx';
import { Paid } from './paid.tsx';

export function OneTimeToken(props: {
  service: string;
  token: string;
  link: string;
  receipt?: string | undefined;
  seller: string | null;
}): ReactElement {
  const { service, token, link, receipt, seller } = props;
  return (
    <Frame service={service} title="Your scan is ready to run" preview="One full scan, within 24 hours.">
      <Paragraph>
        Thank you for your payment. The button opens the page with your token filled in; enter the address of your site
        there.
      </Paragraph>
      <Action href={link}>Run the scan</Action>
      <Paragraph>Or use the token yourself, as one_time_token in the body of POST /api/scan:</Paragraph>
      <Credential>{token}</Credential>
      <Rule />
      <Paid receipt={receipt} seller={seller} />
      <Small>
        The token is good for one full scan and expires 24 hours after the payment. A failed scan does not use it up.
        Anyone who has the token can use it, so keep this email private.
      </Small>
    </Frame>
  );
}
