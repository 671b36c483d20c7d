import type { Words } from '../words/en.ts';
import type { Report } from './report.ts';

export interface Opened {
  kind: 'report' | 'evidence';
  signature: 'genuine' | 'altered' | 'unknown' | 'none';
}

/** Shown above everything else: says that the report is the content of a file, and whether it can be trusted. */
export function OpenedFile({ opened, report, words }: { opened: Opened; report: Report; words: Words }) {
  const { kind, signature } = opened;
  const text = words.open;
  return (
    <div className={signature === 'genuine' ? 'passed' : 'opened'}>
      <p>
        <strong>{text.shown[kind]}</strong> {text.signature[kind === 'evidence' ? 'evidence' : signature]}
      </p>
      <p className="screen">
        {signature === 'genuine' && report.report_id !== undefined && (
          <>
            <a href={`/r/${encodeURIComponent(report.report_id)}`}>{text.address}</a> ·{' '}
          </>
        )}
        <a href="/open">{text.another}</a>
      </p>
    </div>
  );
}
