import type { ReactElement } from 'react';
import { Action, Frame, Paragraph, Rule, Small } from './frame.tsx';

export function ComplianceReportMail({
  service,
  host,
  grade,
  score,
  scannedAt,
  fileName,
  sha256,
  order,
  reportUrl,
}: {
  service: string;
  host: string;
  grade: string;
  score: string;
  scannedAt: string;
  fileName: string;
  sha256?: string | undefined;
  order?: string | undefined;
  reportUrl?: string | undefined;
}): ReactElement {
  return (
    <Frame
      service={service}
      title={`Compliance report for ${host}`}
      preview={grade === '' ? fileName : `Grade ${grade}, ${score} of 100.`}
    >
      <Paragraph>
        The report you ordered is attached as {fileName}. The scan of {host} was made on {scannedAt}
        {grade === '' ? '.' : ` and gave grade ${grade}, ${score} of 100.`}
      </Paragraph>
      <Paragraph>
        It compares what was observed with the OWASP Top 10, PCI DSS v4.0.1, GDPR Article 32 and ISO/IEC 27001:2022,
        says what was not assessed, and ends with a plan of what to fix first.
      </Paragraph>
      {reportUrl !== undefined && (
        <>
          <Paragraph>
            The findings, their fixes and the evidence stay at an address of their own for 400 days:
          </Paragraph>
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
        The report is a point-in-time observation from outside. It is not an audit, not an ASV scan and not legal
        advice. If something in it is wrong, answer this message.
      </Small>
    </Frame>
  );
}
