import type { SiteResult } from '../views/site.tsx';
import type { Words } from '../words/en.ts';

interface Props {
  host: string;
  results: readonly SiteResult[];
  from: string | null;
  to: string | null;
  words: Words;
}

/** A plain form that selects the two results to compare. */
export function Compare({ host, results, from, to, words }: Props) {
  return (
    <form action={`/site/${host}`} method="get" className="query">
      <p>
        <label htmlFor="from">{words.site.compare}</label>
        <Choice name="from" results={results} chosen={from} words={words} />
      </p>
      <p>
        <label htmlFor="to">{words.site.with}</label>
        <Choice name="to" results={results} chosen={to} words={words} />
      </p>
      <button type="submit">{words.site.compare}</button>
    </form>
  );
}

function Choice(props: { name: string; results: readonly SiteResult[]; chosen: string | null; words: Words }) {
  const { name, results, chosen, words } = props;
  return (
    <select id={name} name={name} defaultValue={chosen ?? undefined}>
      {results.map(({ id, scannedAt, score, own }) => (
        <option key={id} value={id}>
          {/* The time distinguishes two results of one day. */}
          {scannedAt.toISOString().slice(0, 16).replace('T', ' ')}, {score}
          {own ? ` (${words.site.own})` : ''}
        </option>
      ))}
    </select>
  );
}
