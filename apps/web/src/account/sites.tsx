import type { Account } from './account.ts';
import { filled } from '../shell/filled.tsx';
import type { Words } from '../words/en.ts';

/** Sites that the account claims, verified by a DNS record or a file. */
export function Sites({ sites, words }: { sites: Account['sites']; words: Words }) {
  const text = words.account.sites;
  const states: Readonly<Record<string, string>> = text.state;
  return (
    <>
      <h2 id="sites">{text.heading}</h2>
      <p>{text.why}</p>
      {sites.map(({ id, host, state, record }) => (
        <section key={id} className="entry">
          <p>
            {state === 'verified' ? <a href={`/site/${host}`}>{host}</a> : <strong>{host}</strong>}:{' '}
            {states[state] ?? state}
          </p>
          {state === 'verified' ? null : (
            <p>
              {filled(text.publish, {
                value: <code>{record.value}</code>,
                name: <code>{record.name}</code>,
                file: <code>{record.file}</code>,
              })}
            </p>
          )}
          <div className="acts">
            {state === 'verified' ? null : (
              <form action="/account/sites" method="post">
                <input type="hidden" name="host" value={host} />
                <button type="submit" className="second">
                  {text.check(host)}
                </button>
              </form>
            )}
            <form action="/account/sites/remove" method="post">
              <input type="hidden" name="id" value={id} />
              <button type="submit" className="second">
                {text.remove(host)}
              </button>
            </form>
          </div>
        </section>
      ))}
      <form action="/account/sites" method="post" className="stack">
        <label htmlFor="host">{text.add}</label>
        <div className="ask">
          <input
            id="host"
            name="host"
            type="text"
            inputMode="url"
            placeholder="example.com"
            autoCapitalize="off"
            spellCheck={false}
            required
            maxLength={260}
          />
          <button type="submit">{text.addButton}</button>
        </div>
      </form>
    </>
  );
}
