import type { ReactElement } from 'react';
import { Frame, Paragraph, Rule, Small } from './frame.tsx';

export function ComplianceReportMail({
  service,
  host,
  grade,
  score,
  scannedAt,
  fileName,
}: {
  service: string;
  host: string;
  grade: string;
  score: string;
  scannedAt: string;
  fileName: string;
}): ReactElement {
  return (
    <Frame service={service} title={`Compliance report for ${host}`} preview={`Grade ${grade}, ${score} of 100.`}>
      <Paragraph>
        The report you ordered is attached as {fileName}. The scan of {host} on {scannedAt} gave grade {grade}, {score}{' '}
        of 100.
      </Paragraph>
      <Paragraph>
        It sets what was observed beside the OWASP Top 10, PCI DSS v4.0.1, GDPR Article 32 and ISO/IEC 27001:2022, says
        what was not assessed, and ends with a plan of what to fix first.
      </Paragraph>
      <Rule />
      <Small>
        The report is a point-in-time observation from outside. It is not an audit, not an ASV scan and not legal
        advice. If something in it is wrong, answer this message.
      </Small>
    </Frame>
  );
}
