import { z } from 'zod';
import { Check } from '../check.ts';

export const ServerFingerprintSection = z.object({
  software: z
    .array(z.object({ source: z.string(), value: z.string() }))
    .describe('every header and meta tag that discloses software, as sent'),
  versions: z.array(
    z.object({
      source: z.string(),
      product: z.string(),
      version: z.string(),
      support_ended: z.string().nullable().describe('date; null when it has not ended or is not in our table'),
    }),
  ),
  checks: z.array(Check),
});
export type ServerFingerprintSection = z.infer<typeof ServerFingerprintSection>;
