import type { Words } from '../words/en.ts';

/** Whether a host is on the leaderboard, as its owner sees it. */
export type Listing = 'listed' | 'not_listed' | 'opted_out';

/** Lets a verified owner list the host or remove it from the leaderboard. */
export function Owner({ host, listing, words }: { host: string; listing: Listing; words: Words }) {
  const text = words.site;
  const said = { listed: text.listed, not_listed: text.notListed, opted_out: text.optedOut }[listing];
  const wish = listing === 'listed' ? 'opt-out' : 'list';
  return (
    <section className="owner" aria-labelledby="owner">
      <h2 id="owner">{text.owner}</h2>
      <p>{said}</p>
      <form action={`/site/${host}/listing`} method="post">
        <button type="submit" name="wish" value={wish} className="second">
          {wish === 'list' ? text.list : text.optOut}
        </button>
      </form>
    </section>
  );
}
