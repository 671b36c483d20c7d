import { describeInventory } from '@palisade/report/inventory-changes';
import type { Change, ChangeCause, ReportChanges } from '@palisade/report/report-changes';
import type { Words } from '../words/en.ts';

const CAUSES = ['site', 'engine', 'data', 'unassessed'] as const satisfies readonly ChangeCause[];

/** What changed between two reports, grouped by cause. */
export function Changes({ compared, words }: { compared: ReportChanges; words: Words }) {
  const { before, after, changes } = compared;
  const text = words.site;
  // What could not be assessed in one of the two became neither better nor worse.
  const known = changes.filter(({ cause }) => cause !== 'unassessed');
  const [better, worse] = [known.filter(({ points }) => points > 0), known.filter(({ points }) => points < 0)];
  const inventory = compared.inventory ?? [];
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">{text.moved(before.score, after.score)}</h2>
      {changes.length + inventory.length === 0 ? (
        <p>{text.same}</p>
      ) : (
        <p className="meta">
          {text.better(better.length)}, {text.worse(worse.length)}
        </p>
      )}
      {compared.left_out.length > 0 && (
        <p>{text.leftOut(compared.left_out.map((section) => words.section[section]).join(', '))}</p>
      )}
      {CAUSES.map((cause) => (
        <OfCause key={cause} cause={cause} changes={changes.filter((change) => change.cause === cause)} words={words} />
      ))}
      {inventory.length > 0 && (
        <>
          <h3>{text.inventory}</h3>
          <ul className="changes">
            {inventory.map((one) => (
              <li key={`${one.path} ${one.what} ${one.name}`} lang="en">
                {describeInventory(one)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function OfCause({ cause, changes, words }: { cause: ChangeCause; changes: Change[]; words: Words }) {
  if (changes.length === 0) return null;
  const text = words.site;
  return (
    <>
      <h3>{text.causes[cause]}</h3>
      <ul className="changes">
        {changes.map(({ id, before, after, points }) => {
          const [was, is] = [before, after].map((side) => (
            <span key={side === before ? 'was' : 'is'} lang={side ? 'en' : undefined}>
              {side?.title ?? text.notChecked}
            </span>
          ));
          return (
            <li key={id}>
              <a href={`/checks/${id}`}>{id}</a>
              <span className={points > 0 ? 'points good' : points < 0 ? 'points critical' : 'points'}>
                {points === 0 ? '' : text.points(points)}
              </span>
              <p>
                {text.before} {was} <br />
                {text.now} {is}
              </p>
            </li>
          );
        })}
      </ul>
    </>
  );
}
