import { useState } from 'react';
import { isIssue } from '@palisade/report/findings';
import { type Finding } from './findings.ts';

const LABELS: Readonly<Record<Finding['status'], string>> = {
  good: 'Good',
  missing: 'Missing',
  weak: 'Weak',
  warn: 'Warning',
  bad: 'Bad',
  unknown: 'Not assessed',
};

export function FindingView({ finding }: { finding: Finding }) {
  const issue = isIssue(finding);
  return (
    <details className="finding" open={issue && finding.severity === 'critical'}>
      <summary>
        <span className={`status ${issue ? finding.severity : finding.status}`}>
          {issue ? `${LABELS[finding.status]}, ${finding.severity}` : LABELS[finding.status]}
        </span>
        <span className="title">{finding.title}</span>
        {finding.deduction > 0 && <span className="points">−{finding.deduction}</span>}
      </summary>
      <p>{finding.explanation}</p>
      {finding.note && <p className="note">{finding.note}</p>}
      {finding.evidence.length > 0 && (
        <>
          <h4>Evidence</h4>
          <ul className="evidence">
            {finding.evidence.map((line, index) => (
              <li key={index}>
                <code>{line}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {finding.fix && (
        <>
          <h4>Fix</h4>
          <Paste text={finding.fix} />
        </>
      )}
      {finding.snippets && (
        <details className="snippets">
          <summary>As server configuration</summary>
          {Object.entries(finding.snippets).map(([server, text]) => (
            <div key={server}>
              <h5>{server}</h5>
              <Paste text={text} />
            </div>
          ))}
        </details>
      )}
    </details>
  );
}

function Paste({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <div className="paste">
      <pre>
        <code>{text}</code>
      </pre>
      <button type="button" onClick={() => void copy().catch(() => undefined)} aria-label="Copy the fix">
        {copied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}
