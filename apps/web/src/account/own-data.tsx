import { browserName } from './browser-name.ts';
import { day, type Account } from './account.ts';

/** Sessions, export and the end of the account. */
export function OwnData({ sessions }: Pick<Account, 'sessions'>) {
  return (
    <>
      <h2>Signed in</h2>
      <ul>
        {sessions.map(({ browser, current, last_seen_at: seen }, index) => (
          <li key={index}>
            {browserName(browser)}
            {current ? ' (this browser)' : `, last seen ${day(seen)}`}
          </li>
        ))}
      </ul>
      <form action="/account/sign-out" method="post" className="acts">
        <button type="submit" className="second">
          Sign out
        </button>
        <button type="submit" className="second" formAction="/account/sessions/end">
          Sign out everywhere
        </button>
      </form>
      <h2>Your data</h2>
      <p>
        <a href="/api/account/export" download="account.json">
          Download all of it as JSON
        </a>
      </p>
      <details>
        <summary>Delete this account</summary>
        <p>
          Subscriptions end at once, keys and tokens stop working, reports and mails are deleted, and your address is
          erased everywhere. What the law on tax and bookkeeping wants kept stays without your address: sums, dates and
          the payment provider’s references. The provider keeps its own records.
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
