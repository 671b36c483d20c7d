import { z } from 'zod';

const link = z.url({ protocol: /^https?$/ });

const moment = z.union([z.iso.datetime(), z.literal('')]);
/** One line: what was paid, when, by whom. Absent where the mail is sent again. */
const receipt = z.string().optional();

/** What each template needs. Parsed when a message is written, so that a bad one fails with its cause. */
export const PAYLOADS = {
  one_time_token: z.object({ token: z.string(), link, receipt }),
  compliance_token: z.object({ token: z.string(), link, receipt }),
  api_key: z.object({ key: z.string(), link, receipt }),
  /** `works_until` of the old key; empty: it stopped at once. */
  key_rotated: z.object({ key: z.string(), link, works_until: moment.default('') }),
  receipt: z.object({ receipt: z.string(), paid_until: moment, link }),
  sign_in: z.object({ link }),
  renewal_failed: z.object({ paid_until: moment, link }),
  compliance_report: z.object({
    host: z.string(),
    grade: z.string(),
    score: z.string(),
    scanned_at: z.iso.datetime(),
    file_name: z.string(),
    /** What it is assessed against, as named in it. */
    frameworks: z.array(z.string()).optional(),
    /** Of the attached file. */
    sha256: z.string().optional(),
    order: z.string().optional(),
    report_url: link.optional(),
  }),
} as const;

export type TemplateName = keyof typeof PAYLOADS;

export type MailContent = {
  [T in TemplateName]: { template: T; payload: z.infer<(typeof PAYLOADS)[T]> };
}[TemplateName];

/** @throws when the template is unknown or the payload does not fit it */
export function parseContent(template: string, payload: unknown): MailContent {
  if (!Object.hasOwn(PAYLOADS, template)) throw new Error(`no mail template is called ${JSON.stringify(template)}`);
  const name = template as TemplateName;
  return { template: name, payload: PAYLOADS[name].parse(payload) } as MailContent;
}
