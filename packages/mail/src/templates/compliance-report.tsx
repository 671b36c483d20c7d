import type { ReactElement } from 'react';
import { Action, Frame, Paragraph, Rule, Small } from './frame.tsx';

export function ComplianceReportMail({
  service,
  host,
  readableHost,
  grade,
  score,
  scannedAt,
  fileName,
  frameworks,
  sha256,
  order,
  provisional,
  reportUrl,
}: {
  service: string;
  host: string;
  readableHost: string;
  grade: string;
  score: string;
  scannedAt: string;
  fileName: string;
  frameworks: readonly string[];
  sha256?: string | undefined;
  order?: string | undefined;
  provisional?: string | undefined;
  reportUrl?: string | undefined;
}): ReactElement {
  return (
    <Frame
      service={service}
      title={`Compliance report for ${readableHost}`}
      preview={grade === '' ? fileName : `Grade ${grade}, ${score} of 100.`}
    >
      <Paragraph>
        The report you ordered is attached as {fileName}. The scan of {host} ran on {scannedAt}
        {grade === '' ? '.' : `, with grade ${grade} and a score of ${score} out of 100.`}
      </Paragraph>
      {provisional !== undefined && <Paragraph>{provisional}</Paragraph>}
      <Paragraph>
        It starts with a one-page summary for the site owner, maps the observations to{' '}
        {frameworks.length === 0 ? 'the frameworks you chose' : listed(frameworks)}, and says what to fix first and what
        was not assessed.
      </Paragraph>
      {reportUrl !== undefined && (
        <>
          <Paragraph>The findings, fixes and evidence are available online for 400 days:</Paragraph>
          <Action href={reportUrl}>Open the report</Action>
        </>
      )}
      <Rule />
      {order !== undefined && sha256 !== undefined && (
        <Small>
          Order {order}. SHA-256 of the attached file: {sha256}
        </Small>
      )}
      <Small>
        The report is a point-in-time observation from the outside. It is not an audit, an ASV scan or legal advice. If
        something in it is wrong, please reply to this email.
      </Small>
    </Frame>
  );
}

/** "a, b and c" */
function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);
}
