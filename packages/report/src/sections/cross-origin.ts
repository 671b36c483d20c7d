import { z } from 'zod';
import { Check } from '../check.ts';

export const CrossOriginPolicy = z.object({
  value: z.string().nullable().describe('as sent; null when absent or empty'),
  effective: z.string().describe('the value in effect: the default if absent or invalid'),
  valid: z.boolean(),
});
export type CrossOriginPolicy = z.infer<typeof CrossOriginPolicy>;

export const CrossOriginSection = z.object({
  opener_policy: CrossOriginPolicy,
  opener_policy_report_only: z.string().nullable(),
  embedder_policy: CrossOriginPolicy,
  embedder_policy_report_only: z.string().nullable(),
  resource_policy: CrossOriginPolicy,
  document_isolation_policy: CrossOriginPolicy,
  isolated: z.boolean().describe('browsers treat the page as cross-origin isolated'),
  checks: z.array(Check),
});
export type CrossOriginSection = z.infer<typeof CrossOriginSection>;
