import type { Words } from '../words/en.ts';
import { FILTERS } from './kind.ts';

/** Selects which findings are shown. Style sheets do this, so that it needs no script; print shows all. */
export function Filter({ counts, words }: { counts: Readonly<Record<string, number>>; words: Words }) {
  return (
    <fieldset className="filter screen">
      <legend>{words.report.show}</legend>
      {FILTERS.filter((kind) => (counts[kind] ?? 0) > 0).map((kind) => (
        <label key={kind}>
          <input type="checkbox" id={`show-${kind}`} defaultChecked />{' '}
          <span>{kind === 'good' || kind === 'unknown' ? words.status[kind] : words.severity[kind]}</span> (
          {counts[kind]})
        </label>
      ))}
    </fieldset>
  );
}
