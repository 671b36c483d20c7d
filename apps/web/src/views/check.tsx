import { Fragment } from 'react';
import type { HeaderStatus, Severity } from '@palisade/report/check';
import type { ShownSection } from '@palisade/report/check-sections';
import { fixParts } from '@palisade/report/fix-parts';
import type { FixSnippets } from '@palisade/report/report';
import type { View } from '../frame.ts';
import { orderedSnippets, SNIPPET_NAMES } from '@palisade/report/snippet-order';
import { Paste } from '../report/paste.tsx';
import { DataTable } from '../shell/data-table.tsx';

export interface CheckProps {
  id: string;
  section: ShownSection;
  title: string;
  why: string;
  severity: Severity;
  deduction: number;
  fix: string | null;
  snippets: FixSnippets | null;
  references: readonly string[];
  outcomes: ReadonlyArray<{
    code: string;
    title: string;
    status: HeaderStatus;
    severity: Severity;
    deduction: number;
    cap: number | null;
    note: string | null;
    cwe: number | null;
  }>;
  /** Controls of frameworks that an issue of this check concerns. */
  controls: ReadonlyArray<{ framework: string; control: string; title: string }>;
}

/** What one check examines, and all its possible outcomes. */
export const check: View<CheckProps> = (props, { words }) => {
  const { title, why, fix, snippets, references, outcomes, controls } = props;
  const text = words.checks;
  const weight = props.deduction > 0 ? text.atWorst(props.deduction, words.severity[props.severity]) : text.free;
  return {
    title,
    description: why.slice(0, 300),
    wide: true,
    body: (
      <>
        <p className="meta">
          <a href="/checks">{text.title}</a> › {words.section[props.section]} › <code>{props.id}</code>
        </p>
        <h1 lang="en">{title}</h1>
        <p className="meta">{weight}</p>
        <p lang="en">{why}</p>
        <h2>{text.outcomes}</h2>
        <div lang="en">
          <DataTable
            caption={text.outcomesOf(title)}
            head={['Outcome', 'Status', 'Points', 'CWE', 'Code']}
            rows={outcomes.map((outcome) => [
              <Fragment key="title">
                <strong>{outcome.title}</strong>
                {outcome.note && <p className="meta">{outcome.note}</p>}
              </Fragment>,
              outcome.status === 'good' ? 'good' : `${outcome.status}, ${outcome.severity}`,
              `${outcome.deduction === 0 ? '0' : `−${outcome.deduction}`}${outcome.cap === null ? '' : `, score capped at ${outcome.cap}`}`,
              outcome.cwe === null ? (
                '–'
              ) : (
                <a key="cwe" className="short" href={`https://cwe.mitre.org/data/definitions/${outcome.cwe}.html`}>
                  CWE-{outcome.cwe}
                </a>
              ),
              <code key="code" className="short">
                {outcome.code}
              </code>,
            ])}
          />
        </div>
        {fix && (
          <>
            <h2>{text.howToFix}</h2>
            {snippets ? (
              orderedSnippets(snippets, null).map(([server, text]) => (
                <details key={server} className="snippets" open={server === 'nginx'}>
                  <summary>{SNIPPET_NAMES[server]}</summary>
                  <Paste text={text} what={`${SNIPPET_NAMES[server]}: ${title}`} words={words} />
                </details>
              ))
            ) : fix.includes('\n') ? (
              fixParts(fix).map((part, index) => (
                <Paste key={index} text={part} what={`${text.howToFix}: ${title}`} words={words} />
              ))
            ) : (
              <p className="prose" lang="en">
                {fix}
              </p>
            )}
            {snippets && <p className="meta">{text.exampleValue}</p>}
          </>
        )}
        {controls.length > 0 && (
          <>
            <h2>{text.controls}</h2>
            <ul lang="en">
              {controls.map(({ framework, control, title }) => (
                <li key={`${framework} ${control}`}>
                  {framework} {control}: {title}
                </li>
              ))}
            </ul>
          </>
        )}
        {references.length > 0 && (
          <>
            <h2>{text.references}</h2>
            <ul>
              {references.map((href) => (
                <li key={href}>
                  <a href={href}>{href}</a>
                </li>
              ))}
            </ul>
          </>
        )}
      </>
    ),
  };
};
