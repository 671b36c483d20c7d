import { day, type Account } from './account.ts';

/** Keys, masked, with their use; each is replaced by a form of its own. */
export function Keys({ keys }: { keys: Account['keys'] }) {
  return (
    <>
      <h2>Keys</h2>
      {keys.length === 0 ? (
        <p>
          None. A key comes with the <a href="/pricing#pro">Pro subscription</a>.
        </p>
      ) : null}
      {keys.map((key) => (
        <section key={key.id} className="entry">
          <p>
            <code>{key.key}</code> {key.plan}, {key.status}
            {key.paid_until === null ? '' : `, paid until ${day(key.paid_until)}`}
          </p>
          <p>
            {key.scans_used} of {key.scans_limit} scans used this month{' '}
            <meter min={0} max={key.scans_limit} value={key.scans_used} aria-label="Scans used this month" />
          </p>
          {key.usage.length === 0 ? null : (
            <details>
              <summary>Scans by day</summary>
              <ul className="days">
                {key.usage.map(({ day: of, scans }) => (
                  <li key={of}>
                    <time dateTime={of}>{of}</time>: {scans}
                  </li>
                ))}
              </ul>
            </details>
          )}
          {key.status === 'revoked' ? null : (
            <form action="/account/keys/rotate" method="post" className="acts">
              <input type="hidden" name="key_id" value={key.id} />
              <button type="submit" className="second">
                Replace this key (the old one works for 24 hours)
              </button>
              <button type="submit" className="second" name="at_once" value="yes">
                Replace it at once
              </button>
              <button type="submit" className="second" formAction="/account/resend" name="key" value={key.id}>
                Mail it to me again
              </button>
            </form>
          )}
        </section>
      ))}
    </>
  );
}
