import { SIGN_IN_LINK_MINUTES } from '@palisade/access/sign-in-link';
import type { ReactElement } from 'react';
import { Action, Frame, Paragraph, Rule, Small } from './frame.tsx';

export function SignIn({ service, link }: { service: string; link: string }): ReactElement {
  return (
    <Frame service={service} title="Sign in" preview={`The link works once, for ${SIGN_IN_LINK_MINUTES} minutes.`}>
      <Paragraph>{`Use this link to sign in to your account. It works once and expires after ${SIGN_IN_LINK_MINUTES} minutes.`}</Paragraph>
      <Action href={link}>Sign in</Action>
      <Rule />
      <Small>If you did not request it, ignore this email. No one can sign in without the link.</Small>
    </Frame>
  );
}
