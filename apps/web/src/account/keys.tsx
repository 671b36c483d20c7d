import { day, type Account } from './account.ts';
import { filled } from '../shell/filled.tsx';
import type { Words } from '../words/en.ts';

/** Masked keys with their usage. Each has a form to replace it. */
export function Keys({ keys, words }: { keys: Account['keys']; words: Words }) {
  const text = words.account.keys;
  const status: Readonly<Record<string, string>> = text.status;
  return (
    <>
      <h2>{text.heading}</h2>
      {keys.length === 0 ? <p>{filled(text.none, { pro: <a href="/pricing#pro">{text.pro}</a> })}</p> : null}
      {keys.map((key) => (
        <section key={key.id} className="entry">
          <p>
            <code>{key.key}</code> {key.plan}, {status[key.status] ?? key.status}
            {key.paid_until === null ? '' : `, ${text.paidUntil(day(key.paid_until))}`}
          </p>
          <p>
            {text.used(key.scans_used, key.scans_limit)}{' '}
            <meter min={0} max={key.scans_limit} value={key.scans_used} aria-label={text.meter} />
          </p>
          {key.usage.length === 0 ? null : (
            <details>
              <summary>{text.byDay}</summary>
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
                {text.replace}
              </button>
              <button type="submit" className="second" name="at_once" value="yes">
                {text.replaceAtOnce}
              </button>
              {key.resendable ? (
                <button type="submit" className="second" formAction="/account/resend" name="key" value={key.id}>
                  {words.account.mailAgain}
                </button>
              ) : null}
            </form>
          )}
        </section>
      ))}
    </>
  );
}
