import type { ReactElement } from 'react';
import { Action, Credential, Frame, Paragraph, Rule, Small } from './frame.tsx';

export function ApiKey(props: {
  service: string;
  apiKey: string;
  link: string;
  receipt?: string | undefined;
}): ReactElement {
  const { service, apiKey, link, receipt } = props;
  return (
    <Frame service={service} title="Your API key" preview="Keep it like a password.">
      <Paragraph>
        Thank you for subscribing. This is your key; send it in the X-API-Key header of each request:
      </Paragraph>
      <Credential>{apiKey}</Credential>
      <Action href={link}>Open your account</Action>
      <Rule />
      {receipt !== undefined && <Small>{receipt}.</Small>}
      <Small>
        A key is worth as much as a password: anyone who holds it can use up your scans. Keep it out of repositories and
        web pages. In your account you replace it, see what is used, and end the subscription.
      </Small>
    </Frame>
  );
}
