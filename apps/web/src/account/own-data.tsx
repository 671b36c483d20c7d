import { day, type Account } from './account.ts';

/** Sessions, export and the end of the account. */
export function OwnData({ sessions }: Pick<Account, 'sessions'>) {
  return (
    <>
      <h2>Signed in</h2>
      <ul>
        {sessions.map(({ browser, current, last_seen_at: seen }, index) => (
          <li key={index}>
            {browser || 'A program'}
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
          Subscriptions end, keys and tokens stop working, reports are deleted, your address is erased. Sums and dates
          of payments stay in the books.
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
