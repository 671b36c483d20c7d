import { readableHost } from '@palisade/report/readable-host';
import { render } from 'react-email';
import type { ReactElement } from 'react';
import {
  lined,
  type Lined,
  mail,
  type MailHtml,
  mailLine,
  type MailLine,
  type MailText,
  renderedMail,
  subjectLine,
} from './encode.ts';
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
  subject: MailLine;
  html: MailHtml;
  text: MailText;
}

/**
 * Depends only on its arguments: no clock, no randomness.
 * @param seller name, address and tax id in one line, for receipts
 */
export async function renderMessage(
  content: MailContent,
  service: string,
  seller: string | null = null,
): Promise<RenderedMessage> {
  const { subject, element } = compose(
    { template: content.template, payload: lined(content.payload) } as LinedContent,
    mailLine(service),
    seller === null ? null : mailLine(seller),
  );
  return {
    subject: subjectLine(subject),
    ...renderedMail(await render(element), await render(element, { plainText: true, htmlToTextOptions: AS_WRITTEN })),
  };
}

/** Headings would be in capitals, and a host's name in capitals can be another one: ß becomes SS. */
const AS_WRITTEN = { selectors: [{ selector: 'h1', options: { uppercase: false } }] };

/** The template's name is ours. */
type LinedContent = {
  [T in MailContent['template']]: { template: T; payload: Lined<Extract<MailContent, { template: T }>['payload']> };
}[MailContent['template']];

function compose(
  { template, payload }: LinedContent,
  service: MailLine,
  seller: MailLine | null,
): { subject: MailLine; element: ReactElement } {
  switch (template) {
    case 'one_time_token':
      return {
        subject: mail`Your ${service} scan token`,
        element: <OneTimeToken service={service} seller={seller} {...payload} />,
      };
    case 'compliance_token':
      return {
        subject: mail`Your ${service} compliance report token`,
        element: <ComplianceToken service={service} seller={seller} {...payload} />,
      };
    case 'api_key':
      return {
        subject: mail`Your ${service} API key`,
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
        subject: mail`Your new ${service} API key`,
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
        subject: mail`Receipt from ${service}`,
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
      return { subject: mail`Sign in to ${service}`, element: <SignIn service={service} link={payload.link} /> };
    case 'renewal_failed':
      return {
        subject: mail`A payment for ${service} failed`,
        element: (
          <RenewalFailed
            service={service}
            link={payload.link}
            paidUntil={payload.paid_until === '' ? null : day(payload.paid_until)}
            over={payload.period === 'over'}
            works={payload.key === 'works'}
            givenUp={payload.retries !== 'go_on'}
            ended={payload.retries === 'ended'}
          />
        ),
      };
    case 'compliance_report':
      return {
        subject: mail`Compliance report for ${hostText(payload.host)}`,
        element: (
          <ComplianceReportMail
            service={service}
            host={payload.host}
            readableHost={hostText(payload.host)}
            grade={payload.grade}
            score={payload.score}
            scannedAt={day(payload.scanned_at)}
            fileName={payload.file_name}
            frameworks={payload.frameworks ?? []}
            sha256={payload.sha256}
            order={payload.order}
            provisional={payload.provisional}
            reportUrl={payload.report_url}
          />
        ),
      };
  }
}

/** An internationalized name in its own script, followed by the form that cannot be mistaken for another. */
function hostText(host: MailLine): MailLine {
  const readable = readableHost(host);
  return readable === null ? host : mail`${mailLine(readable)} (${host})`;
}

function minute(iso: string): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat('en-GB', format).format(new Date(iso))} UTC`;
}

function day(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));
}
