import type { View } from '../frame.ts';

export interface ComplianceOrderProps {
  state: 'scanned' | 'rendered' | 'mailed' | 'failed';
  url: string;
  email: string;
  /** The findings as a page; null for reports from before there was one. */
  reportUrl: string | null;
  /** Once it is made. */
  pdfUrl: string | null;
}

const HEADING: Readonly<Record<ComplianceOrderProps['state'], string>> = {
  scanned: 'Your report is on its way',
  rendered: 'Your report is made',
  mailed: 'Your report was sent',
  failed: 'The report could not be delivered',
};

/** A paid report from scan to mailbox. */
export const complianceOrder: View<ComplianceOrderProps> = ({ state, url, email, reportUrl, pdfUrl }) => ({
  title: HEADING[state],
  description: HEADING[state],
  bodyLanguage: 'en',
  noindex: true,
  body: (
    <>
      <h1>{HEADING[state]}</h1>
      <ol className="steps">
        <li data-done="">The site {url} was scanned.</li>
        <li data-done={state === 'scanned' || (state === 'failed' && pdfUrl === null) ? undefined : ''}>
          {state === 'scanned'
            ? 'The PDF is being made.'
            : state === 'failed'
              ? 'The PDF, or its mail, failed.'
              : 'The PDF was made.'}
        </li>
        <li data-done={state === 'mailed' ? '' : undefined}>
          {state === 'mailed'
            ? `It was sent to ${email}.`
            : state === 'failed'
              ? 'Your token is good again.'
              : `It goes to ${email}.`}
        </li>
      </ol>
      {state === 'scanned' || state === 'rendered' ? (
        <p role="status">This takes a few minutes at most. This page looks again by itself; you may also close it.</p>
      ) : null}
      {state === 'failed' ? (
        <p className="lead">
          It cost nothing: <a href="/compliance">order it again</a> with the token from your e-mail, and check the
          address that the report is sent to.
        </p>
      ) : null}
      {pdfUrl === null && reportUrl === null ? null : (
        <p className="actions">
          {pdfUrl === null ? null : (
            <a className="button" href={pdfUrl} download>
              Download the PDF
            </a>
          )}{' '}
          {reportUrl === null ? null : (
            <a className="button second" href={reportUrl}>
              Open the findings
            </a>
          )}
        </p>
      )}
      {state === 'mailed' ? (
        <p>
          Wrong address? Sign in to your <a href="/account">account</a> with the address you paid with, and have it sent
          elsewhere.
        </p>
      ) : null}
    </>
  ),
});
