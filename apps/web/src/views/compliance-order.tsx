import type { View } from '../frame.ts';
import { filled } from '../shell/filled.tsx';

export interface ComplianceOrderProps {
  state: 'scanned' | 'rendered' | 'mailed' | 'failed';
  url: string;
  email: string;
  /** The page with the findings; null for old orders, which have none. */
  reportUrl: string | null;
  /** Set once the PDF is ready. */
  pdfUrl: string | null;
}

/** The progress of a paid report, from scan to email. */
export const complianceOrder: View<ComplianceOrderProps> = ({ state, url, email, reportUrl, pdfUrl }, { words }) => {
  const { order: text, links } = words.shop;
  return {
    title: text.heading[state],
    description: text.heading[state],
    noindex: true,
    body: (
      <>
        <h1>{text.heading[state]}</h1>
        <ol className="steps">
          <li data-done="">{text.scanned(url)}</li>
          <li data-done={state === 'scanned' || (state === 'failed' && pdfUrl === null) ? undefined : ''}>
            {state === 'scanned' ? text.making : state === 'failed' ? text.notMade : text.made}
          </li>
          <li data-done={state === 'mailed' ? '' : undefined}>
            {state === 'mailed' ? text.sent(email) : state === 'failed' ? text.tokenGood : text.goesTo(email)}
          </li>
        </ol>
        {state === 'scanned' || state === 'rendered' ? <p role="status">{text.wait}</p> : null}
        {state === 'failed' ? (
          <p className="lead">{filled(text.again, { again: <a href="/compliance">{text.orderAgain}</a> })}</p>
        ) : null}
        {pdfUrl === null && reportUrl === null ? null : (
          <p className="actions">
            {pdfUrl === null ? null : (
              <a className="button" href={pdfUrl} download>
                {text.download}
              </a>
            )}{' '}
            {reportUrl === null ? null : (
              <a className="button second" href={reportUrl}>
                {text.findings}
              </a>
            )}
          </p>
        )}
        {state === 'mailed' ? (
          <p>{filled(text.wrongAddress, { account: <a href="/account">{links.account}</a> })}</p>
        ) : null}
      </>
    ),
  };
};
