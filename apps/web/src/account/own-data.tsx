import { browserName } from './browser-name.ts';
import { day, type Account } from './account.ts';
import type { Words } from '../words/en.ts';

/** Sessions, data export and account deletion. */
export function OwnData({ sessions, words }: Pick<Account, 'sessions'> & { words: Words }) {
  const text = words.account.data;
  return (
    <>
      <h2>{text.signedIn}</h2>
      <ul>
        {sessions.map(({ browser, current, last_seen_at: seen }, index) => (
          <li key={index}>
            {browserName(browser, text)}
            {current ? ` ${text.thisBrowser}` : `, ${text.lastSeen(day(seen))}`}
          </li>
        ))}
      </ul>
      <form action="/account/sign-out" method="post" className="acts">
        <button type="submit" className="second">
          {text.signOut}
        </button>
        <button type="submit" className="second" formAction="/account/sessions/end">
          {text.signOutEverywhere}
        </button>
      </form>
      <h2>{text.heading}</h2>
      <p>
        <a href="/api/account/export" download="account.json">
          {text.download}
        </a>
      </p>
      <details>
        <summary>{text.delete}</summary>
        <p>{text.what}</p>
        <form action="/account/delete" method="post" className="stack">
          <label htmlFor="confirm">{text.confirm}</label>
          <input id="confirm" name="confirm" type="email" required maxLength={254} />
          <button type="submit">{text.deleteButton}</button>
        </form>
      </details>
    </>
  );
}
