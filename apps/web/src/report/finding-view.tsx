import { isIssue, noteNextToEvidence, type Result } from '@palisade/report/findings';
import { fixParts, shownFix } from '@palisade/report/fix-parts';
import { SNIPPET_NAMES, type SnippetName } from '@palisade/report/snippet-order';
import type { Words } from '../words/en.ts';
import { findingText, type ReviewedFindings } from '../words/findings/findings.ts';
import { kindOf } from './kind.ts';
import { Paste } from './paste.tsx';

/** @param props.reviewed outcomes whose words were reviewed in the language of the page */
export function FindingView(props: { finding: Result; words: Words; reviewed: ReviewedFindings }) {
  const { finding, words, reviewed } = props;
  const issue = isIssue(finding);
  const { title, explanation, lang } = findingText(finding, reviewed);
  const note = noteNextToEvidence(finding);
  const fix = shownFix(finding);
  const { report, status, severity } = words;
  return (
    <details className="finding" data-kind={kindOf(finding)} open={issue && finding.severity === 'critical'}>
      <summary>
        <span className={`status ${kindOf(finding)}`}>
          {issue
            ? `${status[finding.status]}, ${severity[finding.severity]}`
            : finding.remark
              ? report.remark
              : status[finding.status]}
        </span>
        <span className="title" lang={lang}>
          {title}
        </span>
        {finding.deduction > 0 && <span className="points">−{finding.deduction}</span>}
      </summary>
      <p lang={lang}>{explanation}</p>
      {note && (
        <p className="note" lang="en">
          {note}
        </p>
      )}
      {finding.evidence.length > 0 && (
        <>
          <h3>{report.evidence}</h3>
          <ul className="evidence">
            {finding.evidence.map((line, index) => (
              <li key={index}>
                <code>{line}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {fix !== null && (
        <>
          <h3>{report.fix}</h3>
          {fixParts(fix).map((part, index) => (
            <Paste key={index} text={part} what={`${report.fix}: ${title}`} words={words} />
          ))}
        </>
      )}
      {finding.snippets && (
        <details className="snippets">
          <summary>{report.serverConfiguration}</summary>
          {Object.entries(finding.snippets).map(([server, text], index) => (
            <details key={server} open={index === 0}>
              <summary>{SNIPPET_NAMES[server as SnippetName]}</summary>
              <Paste text={text} what={`${SNIPPET_NAMES[server as SnippetName]}: ${title}`} words={words} />
            </details>
          ))}
        </details>
      )}
      <p className="meta">
        <a href={`/checks/${finding.id}`} aria-label={report.aboutWhat(title)}>
          {report.about}
        </a>
      </p>
    </details>
  );
}
