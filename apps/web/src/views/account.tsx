import type { Account } from '../account/account.ts';
import { Keys } from '../account/keys.tsx';
import { OwnData } from '../account/own-data.tsx';
import { Purchases } from '../account/purchases.tsx';
import { Reports } from '../account/reports.tsx';
import { Sites } from '../account/sites.tsx';
import type { View } from '../frame.ts';
import { Paste } from '../report/paste.tsx';

export interface AccountProps {
  /** Null when no one is signed in. */
  account: Account | null;
  /** What was just done, in a sentence. */
  said: string | null;
  /** A new key, shown this once. */
  newKey: string | null;
}

/** Sign-in by mail, and what an address has bought. Every action is a plain form. */
export const account: View<AccountProps> = ({ account: own, said, newKey }, { words }) => ({
  title: 'Your account',
  description: 'Sign in by e-mail to see keys, usage and purchases.',
  bodyLanguage: 'en',
  body: (
    <>
      <h1>Your account</h1>
      {own === null ? null : <p>Signed in as {own.email}.</p>}
      {said === null ? null : (
        <p className="lead" role="status">
          {said}
        </p>
      )}
      {newKey === null ? null : (
        <>
          <p>Your new key, shown this once and mailed to you:</p>
          <Paste text={newKey} what="API key" words={words} />
        </>
      )}
      {own === null ? (
        <SignIn />
      ) : (
        <>
          <Keys keys={own.keys} />
          <Purchases purchases={own.purchases} tokens={own.tokens} />
          <Reports reports={own.reports} compliance={own.compliance_reports} />
          <Sites sites={own.sites} />
          <OwnData sessions={own.sessions} />
        </>
      )}
    </>
  ),
});

function SignIn() {
  return (
    <>
      <p>There is no password. Enter the address you bought with, and we send you a link.</p>
      <form action="/account/sign-in" method="post">
        <label htmlFor="email">E-mail address</label>
        <div className="ask">
          <input id="email" name="email" type="email" autoComplete="email" required maxLength={254} />
          <button type="submit">Send the link</button>
        </div>
      </form>
    </>
  );
}
