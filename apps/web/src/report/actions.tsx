import { hostText } from '../shell/host-text.ts';
import type { Words } from '../words/en.ts';
import type { Kept } from './kept.ts';
import type { Report } from './report.ts';

/** Actions for a report: scan again, download, print, delete. */
export function Actions(props: { report: Report; kept: Kept | null; age: string; words: Words }) {
  const { report, kept, age, words } = props;
  const text = words.report;
  return (
    <div className="actions screen">
      <form action="/scan" method="post" className="rescan">
        <input type="hidden" name="url" value={report.url} />
        <button type="submit" aria-describedby="age">
          {text.scanAgain}
        </button>
      </form>
      <p id="age" className="meta">
        {text.scanned(age)}
      </p>
      <ul>
        {kept && <Downloads report={report} kept={kept} words={words} />}
        {kept?.history && (
          <li>
            <a href={kept.history}>{text.history(hostText(new URL(report.url).hostname))}</a>
          </li>
        )}
      </ul>
      <button type="button" className="second print scripted">
        {text.print}
      </button>
      {kept?.mine && (
        <form action={`/r/${kept.id}/delete`} method="post">
          <button type="submit" className="second">
            {text.delete}
          </button>
        </form>
      )}
    </div>
  );
}

function Downloads({ report, kept, words }: { report: Report; kept: Kept; words: Words }) {
  const { id, compliance } = kept;
  const data = `/api/reports/${id}`;
  return (
    <>
      <li>
        <a href={data} download={`report-${id}.json`}>
          JSON
        </a>
      </li>
      <li>
        <a href={`${data}/findings.csv`} download>
          CSV
        </a>
      </li>
      <li>
        <a href={`${data}/findings.html`} download>
          HTML
        </a>
      </li>
      {compliance && (
        <li>
          <a href={`${data}/compliance-pdf`}>{words.report.compliance}</a>
        </li>
      )}
      {!report.pro_locked && (
        <>
          <li>
            <a href={`${data}/pdf`}>PDF</a>
          </li>
          <li>
            <a href={`${data}/evidence`} download={`evidence-${id}.json`}>
              {words.report.evidence}
            </a>
          </li>
        </>
      )}
    </>
  );
}
