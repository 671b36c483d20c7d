import type { ReactElement } from 'react';
import { Action, Credential, Frame, Paragraph, Rule, Small } from './frame.tsx';

export function ApiKey({
  service,
  apiKey,
  link,
  rotated,
}: {
  service: string;
  apiKey: string;
  link: string;
  rotated: boolean;
}): ReactElement {
  return (
    <Frame
      service={service}
      title={rotated ? 'Your new API key' : 'Your API key'}
      preview={rotated ? 'The old key stops working soon.' : 'Keep it like a password.'}
    >
      <Paragraph>
        {rotated
          ? 'Your key was replaced. Put the new one in place of the old one, which stops working soon:'
          : 'Thank you for subscribing. This is your key; send it in the X-API-Key header of each request:'}
      </Paragraph>
      <Credential>{apiKey}</Credential>
      <Action href={link}>Open the page</Action>
      <Rule />
      <Small>
        A key is worth as much as a password: whoever holds it can use up your scans. Keep it out of repositories and
        web pages. If it gets out, write to us and we replace it.
      </Small>
    </Frame>
  );
}
