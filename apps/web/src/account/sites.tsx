import type { Account } from './account.ts';

const STATE: Readonly<Record<string, string>> = {
  verified: 'verified as yours',
  checking: 'being checked',
  'not found': 'the record was not found',
};

/** Sites that the account claims: proved by a DNS record or a file. */
export function Sites({ sites }: { sites: Account['sites'] }) {
  return (
    <>
      <h2 id="sites">Sites</h2>
      <p>
        Prove that a site is yours to decide about its place on the leaderboard and to see its history on its own page.
      </p>
      {sites.map(({ id, host, state, record }) => (
        <section key={id} className="entry">
          <p>
            {state === 'verified' ? <a href={`/site/${host}`}>{host}</a> : <strong>{host}</strong>}:{' '}
            {STATE[state] ?? state}
          </p>
          {state === 'verified' ? null : (
            <p>
              Publish <code>{record.value}</code> as a TXT record of <code>{record.name}</code>, or as a line of{' '}
              <code>{record.file}</code>.
            </p>
          )}
          <div className="acts">
            {state === 'verified' ? null : (
              <form action="/account/sites" method="post">
                <input type="hidden" name="host" value={host} />
                <button type="submit" className="second">
                  Check {host} now
                </button>
              </form>
            )}
            <form action="/account/sites/remove" method="post">
              <input type="hidden" name="id" value={id} />
              <button type="submit" className="second">
                Remove {host}
              </button>
            </form>
          </div>
        </section>
      ))}
      <form action="/account/sites" method="post" className="stack">
        <label htmlFor="host">Add a site</label>
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
          <button type="submit">Add</button>
        </div>
      </form>
    </>
  );
}
