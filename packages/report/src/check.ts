import { z } from 'zod';

export const SEVERITIES = ['critical', 'important', 'minor'] as const;
export const SeveritySchema = z.enum(SEVERITIES);
export type Severity = z.infer<typeof SeveritySchema>;

/** Specification §3. `unknown` exists for checks only: what could not be checked is never a pass. */
export const HEADER_STATUSES = ['good', 'missing', 'weak', 'warn', 'bad'] as const;
export const HeaderStatusSchema = z.enum(HEADER_STATUSES);
export type HeaderStatus = z.infer<typeof HeaderStatusSchema>;

export const CheckStatusSchema = z.enum([...HEADER_STATUSES, 'unknown']);
export type CheckStatus = z.infer<typeof CheckStatusSchema>;

export const DeductionSchema = z.int().min(0).max(100).describe('points taken from 100; 0 when good or unknown');

/** Between the engine and the assessment; callers do not get them (`columns.ts`). */
const WEAKNESS_FIELDS = {
  weaknesses: z
    .array(z.string())
    .optional()
    .describe('internal: the weaknesses that were checked; for an issue, its own comes first'),
  nothing_to_check: z
    .boolean()
    .optional()
    .describe('internal: good only because there was nothing to check, so not evidence for a control'),
};

/** One judgment inside a section. */
export const Check = z.object({
  id: z.string().describe('stable ID: the path of the file that defines the check, e.g. tls/certificate-validity'),
  outcome: z.string().describe('code of the outcome; unknown if the check could not be completed'),
  title: z.string().describe('describes the outcome: "Certificate expired", not the name of the check'),
  status: CheckStatusSchema,
  severity: SeveritySchema,
  deduction: DeductionSchema,
  explanation: z.string().describe('what was found and why it matters'),
  fix: z.string().nullable().describe('what to change; null if there is nothing to fix or fixes are stripped'),
  note: z.string().nullable(),
  evidence: z.array(z.string()).describe('the exact cookies, URLs, records, directives … behind this result'),
  ...WEAKNESS_FIELDS,
});
export type Check = z.infer<typeof Check>;

/** Specification §2.2: one entry of `headers`, keyed by header name. */
export const HeaderEntry = z.object({
  outcome: z.string().describe('code of the outcome'),
  title: z.string().describe('describes the outcome'),
  present: z.boolean(),
  value: z
    .string()
    .nullable()
    .describe('raw value; repeated headers are joined with commas in wire order (RFC 9110 §5.3)'),
  status: HeaderStatusSchema,
  severity: SeveritySchema,
  deduction: DeductionSchema,
  explanation: z.string(),
  fix: z.string().nullable(),
  note: z.string().nullable(),
  ...WEAKNESS_FIELDS,
});
export type HeaderEntry = z.infer<typeof HeaderEntry>;
