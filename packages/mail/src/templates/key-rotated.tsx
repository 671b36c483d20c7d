import type { ReactElement } from 'react';
import { Action, Credential, Frame, Paragraph, Rule, Small } from './frame.tsx';

export function KeyRotated(props: {
  service: string;
  apiKey: string;
  link: string;
  /** `23 November 2026 at 10:15 UTC`, or null when the old key stopped immediately. */
  worksUntil: string | null;
}): ReactElement {
  const { service, apiKey, link, worksUntil } = props;
  return (
    <Frame
      service={service}
      title="Your new API key"
      preview={worksUntil === null ? 'The old key has stopped working.' : 'The old key stops working soon.'}
    >
      <Paragraph>Your API key was replaced. Use this new key instead of the old one:</Paragraph>
      <Credential>{apiKey}</Credential>
      <Paragraph>
        {worksUntil === null ? 'The old key has stopped working.' : `The old key works until ${worksUntil}.`}
      </Paragraph>
      <Action href={link}>Open your account</Action>
      <Rule />
      <Small>If you did not request this, sign in to your account, end all sessions and reply to this email.</Small>
    </Frame>
  );
}
