import type { View } from '../frame.ts';
import { DataTable } from '../shell/data-table.tsx';

/** What the page shows of `GET /api/account`. */
interface Account {
  email: string;
  keys: readonly {
    id: string;
    key: string;
    plan: string;
    status: string;
    scans_used: number;
    scans_limit: number;
    paid_until: string | null;
  }[];
  purchases: readonly {
    id: string;
    name: string;
    product: string;
    provider: string;
    state: string;
    paid_until: string | null;
    subscription: { status: string; renews_at: string | null; ends_at: string | null } | null;
  }[];
}

export interface AccountProps {
  /** Null when no one is signed in. */
  account: Account | null;
  /** What was just done, in a sentence. */
  said: string | null;
  /** A new key, shown this once. */
  newKey: string | null;
}

/** Sign-in by mail, and what an address has bought. Every action is a plain form. */
export const account: View<AccountProps> = ({ account: own, said, newKey }) => ({
  title: 'Your account',
  description: 'Sign in by e-mail to see keys, usage and purchases.',
  bodyLanguage: 'en',
  body: (
    <>
      <h1>Your account</h1>
      {said === null ? null : (
        <p className="lead" role="status">
          {said}
        </p>
      )}
      {newKey === null ? null : (
        <p>
          Your new key, shown this once and mailed to you: <code>{newKey}</code>
        </p>
      )}
      {own === null ? <SignIn /> : <Own account={own} />}
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

function Own({ account: { email, keys, purchases } }: { account: Account }) {
  return (
    <>
      <p className="lead">Signed in as {email}.</p>
      <h2>Keys</h2>
      {keys.length === 0 ? <p>None.</p> : null}
      {keys.map((key) => (
        <form key={key.id} action="/account/keys/rotate" method="post" className="stack">
          <p>
            <code>{key.key}</code>: {key.plan}, {key.status}, {key.scans_used} of {key.scans_limit} scans used this
            month{key.paid_until === null ? '' : `, paid until ${day(key.paid_until)}`}
          </p>
          <input type="hidden" name="key_id" value={key.id} />
          <button type="submit" className="second">
            Replace this key (the old one works for 24 hours)
          </button>
        </form>
      ))}
      <h2>Purchases</h2>
      {purchases.length === 0 ? (
        <p>None.</p>
      ) : (
        <DataTable
          caption="Purchases"
          head={['What', 'State', 'Until']}
          rows={purchases.map(({ name, state, subscription, paid_until: until }) => [
            name,
            subscription ? `${state} (${subscription.status})` : state,
            term(subscription, until),
          ])}
        />
      )}
      {purchases.some(({ subscription }) => subscription !== null && subscription.ends_at === null) ? (
        <>
          <form action="/account/portal" method="post" className="stack">
            <button type="submit" className="second">
              Card and invoices at the payment provider
            </button>
          </form>
          <form action="/account/subscription/cancel" method="post" className="stack">
            <button type="submit" className="second">
              Cancel the subscription at the end of the paid month
            </button>
          </form>
        </>
      ) : null}
      <h2>Your data</h2>
      <p>
        <a href="/api/account/export" download="account.json">
          Download all of it as JSON
        </a>
      </p>
      <form action="/account/sign-out" method="post" className="stack">
        <button type="submit" className="second">
          Sign out
        </button>
      </form>
      <details>
        <summary>Delete this account</summary>
        <p>
          Subscriptions end, keys stop working, your address is erased. Sums and dates of payments stay in the books.
        </p>
        <form action="/account/delete" method="post" className="stack">
          <label htmlFor="confirm">Type your address to confirm</label>
          <input id="confirm" name="confirm" type="email" required maxLength={254} />
          <button type="submit">Delete it</button>
        </form>
      </details>
    </>
  );
}

function term(subscription: Account['purchases'][number]['subscription'], paidUntil: string | null): string {
  if (subscription?.ends_at) return `ends ${day(subscription.ends_at)}`;
  if (subscription?.renews_at) return `renews ${day(subscription.renews_at)}`;
  return paidUntil === null ? '–' : day(paidUntil);
}

function day(iso: string): string {
  return iso.slice(0, 10);
}
