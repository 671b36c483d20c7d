import type { Account } from '../account/account.ts';
import { Keys } from '../account/keys.tsx';
import { OwnData } from '../account/own-data.tsx';
import { Purchases } from '../account/purchases.tsx';
import { Reports } from '../account/reports.tsx';
import { Sites } from '../account/sites.tsx';
import type { View } from '../frame.ts';
import { Paste } from '../report/paste.tsx';
import { EmailField } from '../shell/email-field.tsx';
import { Refusal, type RefusedForm } from '../shell/refusal.tsx';
import type { Words } from '../words/en.ts';

export interface AccountProps {
  /** Null when no one is signed in. */
  account: Account | null;
  /** What was just done; for `sent`, with the email address. */
  said: Said | null;
  /** A new key, shown only once. */
  newKey: string | null;
  /** The form to sign in. */
  refused?: RefusedForm | null;
}

type Said = { what: Exclude<keyof Words['account']['said'], 'sent'> } | { what: 'sent'; to: string };

/** Sign-in by email, and everything in an account. Every action is a plain form. */
export const account: View<AccountProps> = ({ account: own, said, newKey, refused }, { words }) => ({
  title: words.account.title,
  description: words.account.description,
  body: (
    <>
      <h1>{words.account.title}</h1>
      {own === null ? null : <p>{words.account.signedInAs(own.email)}</p>}
      {said === null ? null : (
        <p className="lead" role="status">
          {said.what === 'sent' ? words.account.said.sent(said.to) : words.account.said[said.what]}
        </p>
      )}
      {newKey === null ? null : (
        <>
          <p>{words.account.newKey}</p>
          <Paste text={newKey} what={words.account.apiKey} words={words} />
        </>
      )}
      {own === null ? (
        <SignIn words={words} refused={refused} />
      ) : (
        <>
          <Keys keys={own.keys} words={words} />
          <Purchases purchases={own.purchases} tokens={own.tokens} words={words} />
          <Reports reports={own.reports} compliance={own.compliance_reports} words={words} />
          <Sites sites={own.sites} words={words} />
          <OwnData sessions={own.sessions} words={words} />
        </>
      )}
    </>
  ),
});

function SignIn({ words, refused }: { words: Words; refused: AccountProps['refused'] }) {
  const text = words.account.signIn;
  return (
    <>
      <p>{text.noPassword}</p>
      <Refusal of={refused} />
      <form action="/account/sign-in" method="post">
        <label htmlFor="email">{text.email}</label>
        <div className="ask">
          <EmailField id="email" typed={refused?.typed['email']} />
          <button type="submit">{text.send}</button>
        </div>
      </form>
    </>
  );
}
