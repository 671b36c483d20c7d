import { SIGN_IN_LINK_MINUTES } from '@palisade/access/sign-in-link';
import { z } from 'zod';

const link = z.url({ protocol: /^https?$/ });

const moment = z.union([z.iso.datetime(), z.literal('')]);
/** One line: what was paid, when, and how. Absent when the mail is sent again. */
const receipt = z.string().optional();

/** What each template needs. Parsed when a message is written, so that an invalid one fails there. */
export const PAYLOADS = {
  one_time_token: z.object({ token: z.string(), link, receipt }),
  compliance_token: z.object({ token: z.string(), link, receipt }),
  api_key: z.object({ key: z.string(), link, receipt }),
  /** `works_until` of the old key; empty: it stopped immediately. */
  key_rotated: z.object({ key: z.string(), link, works_until: moment.default('') }),
  receipt: z.object({ receipt: z.string(), paid_until: moment, link }),
  sign_in: z.object({ link }),
  renewal_failed: z.object({
    paid_until: moment,
    /** Whether `paid_until` was in the past when the failure was found. */
    period: z.enum(['runs', 'over']).default('runs'),
    key: z.enum(['works', 'stopped']).default('works'),
    /** `given_up`: the provider will not try again; `ended`: it has also ended the subscription. */
    retries: z.enum(['go_on', 'given_up', 'ended']).default('go_on'),
    link,
  }),
  compliance_report: z.object({
    host: z.string(),
    grade: z.string(),
    score: z.string(),
    scanned_at: z.iso.datetime(),
    file_name: z.string(),
    /** The frameworks it is assessed against. */
    frameworks: z.array(z.string()).optional(),
    /** Name of the attached file. */
    sha256: z.string().optional(),
    order: z.string().optional(),
    /** Why its grade is provisional. */
    provisional: z.string().optional(),
    report_url: link.optional(),
  }),
} as const;

export type TemplateName = keyof typeof PAYLOADS;

/** A message that is older is not sent: its link has expired. */
export const USELESS_AFTER_MS: Readonly<Partial<Record<string, number>>> = {
  sign_in: SIGN_IN_LINK_MINUTES * 60_000,
};

export type MailContent = {
  [T in TemplateName]: { template: T; payload: z.infer<(typeof PAYLOADS)[T]> };
}[TemplateName];

/** @throws when the template is unknown or the payload does not fit it */
export function parseContent(template: string, payload: unknown): MailContent {
  if (!Object.hasOwn(PAYLOADS, template)) throw new Error(`there is no mail template ${JSON.stringify(template)}`);
  const name = template as TemplateName;
  return { template: name, payload: PAYLOADS[name].parse(payload) } as MailContent;
}
