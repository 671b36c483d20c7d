import type { ReactElement } from 'react';
import { Action, Credential, Frame, Paragraph, Rule, Small } from './frame.tsx';
import { Paid } from './paid.tsx';

export function ApiKey(props: {
  service: string;
  apiKey: string;
  link: string;
  receipt?: string | undefined;
  seller: string | null;
}): ReactElement {
  const { service, apiKey, link, receipt, seller } = props;
  return (
    <Frame service={service} title="Your API key" preview="Treat it like a password.">
      <Paragraph>
        Thank you for subscribing. This is your key; send it in the X-API-Key header of each request:
      </Paragraph>
      <Credential>{apiKey}</Credential>
      <Action href={link}>Open your account</Action>
      <Rule />
      <Paid receipt={receipt} seller={seller} />
      <Small>
        Treat the key like a password: anyone who has it can use up your scans. Keep it out of repositories and web
        pages. In your account, you can replace the key, see your usage and cancel the subscription.
      </Small>
    </Frame>
  );
}
