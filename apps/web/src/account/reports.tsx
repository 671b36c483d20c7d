import { DataTable } from '../shell/data-table.tsx';
import { day, type Account } from './account.ts';

/** Reports that this account paid for, and compliance reports with their files. */
export function Reports({
  reports,
  compliance,
}: {
  reports: Account['reports'];
  compliance: Account['compliance_reports'];
}) {
  return (
    <>
      <h2>Reports</h2>
      {reports.length === 0 ? (
        <p>None yet. Reports made with your keys and tokens stand here for 400 days.</p>
      ) : (
        <DataTable
          caption="Made with your keys and tokens"
          head={['Site', 'Grade', 'Scanned']}
          rows={reports.map(({ report_url: url, host, grade, score, scanned_at: at }) => [
            <a key="report" href={url}>
              {host ?? url}
            </a>,
            `${grade}, ${score} of 100`,
            <time key="at">{day(at)}</time>,
          ])}
        />
      )}
      {compliance.length === 0 ? null : <h3>Compliance reports</h3>}
      {compliance.map(({ id, url, state, sent_to: to, file_name: file, report_url: findings, created_at: at }) => (
        <section key={id} className="entry">
          <p>
            {url}, {day(at)}: {STATE[state] ?? state} {to}
          </p>
          <div className="acts">
            {file === null || state === 'failed' ? null : (
              <a className="button second" href={`/api/account/reports/${id}/pdf`} download>
                Download the PDF
              </a>
            )}
            {findings === null ? null : (
              <a className="button second" href={findings}>
                Findings
              </a>
            )}
            {state === 'mailed' || state === 'rendered' ? (
              <form action="/account/resend" method="post" className="inline">
                <input type="hidden" name="report" value={id} />
                <input name="email" type="email" defaultValue={to} aria-label="Send it to" required maxLength={254} />
                <button type="submit" className="second">
                  Send again
                </button>
              </form>
            ) : null}
          </div>
        </section>
      ))}
    </>
  );
}

const STATE: Readonly<Record<string, string>> = {
  scanned: 'being made, goes to',
  rendered: 'made, goes to',
  mailed: 'sent to',
  failed: 'failed, the token is good again; was for',
};
