import type { Words } from '../words/en.ts';
import { FILTERS, type FindingKind } from './kind.ts';

/** Selects which findings are shown. Style sheets do this, so that it needs no script; print shows all. */
export function Filter({ counts, words }: { counts: Readonly<Record<string, number>>; words: Words }) {
  return (
    <fieldset className="filter screen">
      <legend>{words.report.show}</legend>
      {FILTERS.filter((kind) => (counts[kind] ?? 0) > 0).map((kind) => (
        <label key={kind}>
          <input type="checkbox" id={`show-${kind}`} defaultChecked /> <span>{nameOf(kind, words)}</span> (
          {counts[kind]})
        </label>
      ))}
    </fieldset>
  );
}

function nameOf(kind: FindingKind, { status, severity, report }: Words): string {
  if (kind === 'remark') return report.remark;
  return kind === 'good' || kind === 'unknown' ? status[kind] : severity[kind];
}
