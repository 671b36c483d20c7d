import type { Words } from '../words/en.ts';
import type { Report } from './report.ts';

/** What can be done with a report: scan again, take it along, delete it. */
export function Actions({ report, mine, words }: { report: Report; mine: boolean; words: Words }) {
  const text = words.report;
  const data = `/api/reports/${report.report_id}`;
  const page = `/r/${report.report_id}`;
  return (
    <div className="actions screen">
      <form action="/scan" method="post" className="rescan">
        <input type="hidden" name="url" value={report.url} />
        <button type="submit">{text.scanAgain}</button>
      </form>
      <ul>
        <li>
          <a href={data} download={`report-${report.report_id}.json`}>
            JSON
          </a>
        </li>
        <li>
          <a href={`${page}/findings.csv`} download>
            CSV
          </a>
        </li>
        {!report.pro_locked && (
          <>
            <li>
              <a href={`${data}/pdf`}>PDF</a>
            </li>
            <li>
              <a href={`${data}/evidence`} download={`evidence-${report.report_id}.json`}>
                {text.evidence}
              </a>
            </li>
          </>
        )}
      </ul>
      {mine && (
        <form action={`${page}/delete`} method="post">
          <button type="submit" className="second">
            {text.delete}
          </button>
        </form>
      )}
    </div>
  );
}
