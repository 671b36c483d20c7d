import { DataTable } from '../shell/data-table.tsx';
import { day, type Account } from './account.ts';
import type { Words } from '../words/en.ts';

/** The reports that this account paid for, and compliance reports with their files. */
export function Reports({
  reports,
  compliance,
  words,
}: {
  reports: Account['reports'];
  compliance: Account['compliance_reports'];
  words: Words;
}) {
  const text = words.account.reports;
  const states: Readonly<Record<string, (to: string) => string>> = text.state;
  return (
    <>
      <h2>{text.heading}</h2>
      {reports.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <DataTable
          caption={text.caption}
          head={[text.site, words.site.grade, text.scanned]}
          rows={reports.map(({ report_url: url, host, grade, score, scanned_at: at }) => [
            <a key="report" className="host" href={url}>
              {host ?? url}
            </a>,
            text.graded(grade, score),
            <time key="at">{day(at)}</time>,
          ])}
        />
      )}
      {compliance.length === 0 ? null : <h3>{text.compliance}</h3>}
      {compliance.map(({ id, url, state, sent_to: to, file_name: file, report_url: findings, created_at: at }) => (
        <section key={id} className="entry">
          <p>
            {url}, {day(at)}: {states[state]?.(to) ?? state}
          </p>
          <div className="acts">
            {file === null || state === 'failed' ? null : (
              <a className="button second" href={`/api/account/reports/${id}/pdf`} download>
                {text.download}
              </a>
            )}
            {findings === null ? null : (
              <a className="button second" href={findings}>
                {text.findings}
              </a>
            )}
            {state === 'mailed' || state === 'rendered' ? (
              <form action="/account/resend" method="post" className="inline">
                <input type="hidden" name="report" value={id} />
                <input name="email" type="email" defaultValue={to} aria-label={text.sendTo} required maxLength={254} />
                <button type="submit" className="second">
                  {text.sendAgain}
                </button>
              </form>
            ) : null}
          </div>
        </section>
      ))}
    </>
  );
}
