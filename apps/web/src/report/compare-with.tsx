import type { Words } from '../words/en.ts';

/** Form for a comparison with an earlier report of the same site, by its address. */
export function CompareWith({ id, words }: { id: string; words: Words }) {
  const text = words.site;
  return (
    <details className="screen compare">
      <summary>{text.compareWith}</summary>
      <form action={`/r/${id}/changes`} method="get">
        <label htmlFor="since">{text.earlier}</label>
        <div className="ask">
          <input id="since" name="since" type="text" required maxLength={2048} autoComplete="off" spellCheck={false} />
          <button type="submit">{text.compare}</button>
        </div>
      </form>
    </details>
  );
}
