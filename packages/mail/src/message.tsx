import { render } from 'react-email';
import type { ReactElement } from 'react';
import type { MailContent } from './payloads.ts';
import { ApiKey } from './templates/api-key.tsx';
import { ComplianceReportMail } from './templates/compliance-report.tsx';
import { ComplianceToken } from './templates/compliance-token.tsx';
import { KeyRotated } from './templates/key-rotated.tsx';
import { OneTimeToken } from './templates/one-time-token.tsx';
import { Receipt } from './templates/receipt.tsx';
import { RenewalFailed } from './templates/renewal-failed.tsx';
import { SignIn } from './templates/sign-in.tsx';

export interface RenderedMessage {
  subject: string;
  html: string;
  text: string;
}

/**
 * Depends on nothing but its arguments: no clock, no chance.
 * @param seller who sold: name, address and tax id in a line, for receipts
 */
export async function renderMessage(
  content: MailContent,
  service: string,
  seller: string | null = null,
): Promise<RenderedMessage> {
  const { subject, element } = compose(content, service, seller);
  return {
    subject: subject.replaceAll(/[\r\n]+/g, ' '),
    html: await render(element),
    text: await render(element, { plainText: true }),
  };
}

function compose(
  { template, payload }: MailContent,
  service: string,
  seller: string | null,
): { subject: string; element: ReactElement } {
  switch (template) {
    case 'one_time_token':
      return {
        subject: `Your ${service} scan token`,
        element: <OneTimeToken service={service} seller={seller} {...payload} />,
      };
    case 'compliance_token':
      return {
        subject: `Your ${service} compliance report token`,
        element: <ComplianceToken service={service} seller={seller} {...payload} />,
      };
    case 'api_key':
      return {
        subject: `Your ${service} API key`,
        element: (
          <ApiKey
            service={service}
            apiKey={payload.key}
            link={payload.link}
            receipt={payload.receipt}
            seller={seller}
          />
        ),
      };
    case 'key_rotated':
      return {
        subject: `Your new ${service} API key`,
        element: (
          <KeyRotated
            service={service}
            apiKey={payload.key}
            link={payload.link}
            worksUntil={payload.works_until === '' ? null : minute(payload.works_until)}
          />
        ),
      };
    case 'receipt':
      return {
        subject: `Receipt from ${service}`,
        element: (
          <Receipt
            service={service}
            link={payload.link}
            receipt={payload.receipt}
            seller={seller}
            paidUntil={payload.paid_until === '' ? null : day(payload.paid_until)}
          />
        ),
      };
    case 'sign_in':
      return { subject: `Sign in to ${service}`, element: <SignIn service={service} link={payload.link} /> };
    case 'renewal_failed':
      return {
        subject: `A payment for ${service} failed`,
        element: (
          <RenewalFailed
            service={service}
            link={payload.link}
            paidUntil={payload.paid_until === '' ? null : day(payload.paid_until)}
          />
        ),
      };
    case 'compliance_report':
      return {
        subject: `Compliance report for ${payload.host}`,
        element: (
          <ComplianceReportMail
            service={service}
            host={payload.host}
            grade={payload.grade}
            score={payload.score}
            scannedAt={day(payload.scanned_at)}
            fileName={payload.file_name}
            frameworks={payload.frameworks ?? []}
            sha256={payload.sha256}
            order={payload.order}
            reportUrl={payload.report_url}
          />
        ),
      };
  }
}

function minute(iso: string): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat('en-GB', format).format(new Date(iso))} UTC`;
}

function day(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));
}
