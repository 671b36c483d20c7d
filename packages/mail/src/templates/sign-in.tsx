import type { ReactElement } from 'react';
import { Action, Frame, Paragraph, Rule, Small } from './frame.tsx';

export function SignIn({ service, link }: { service: string; link: string }): ReactElement {
  return (
    <Frame service={service} title="Sign in" preview="The link works once, for 15 minutes.">
      <Paragraph>You asked to sign in to your account. The link works once, for 15 minutes.</Paragraph>
      <Action href={link}>Sign in</Action>
      <Rule />
      <Small>If you did not ask for it, ignore this message: without the link no one gets in.</Small>
    </Frame>
  );
}
