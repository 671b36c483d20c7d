import { z } from 'zod';
import { Check } from '../check.ts';

export const DnsSection = z.object({
  checks: z.array(Check),
});
export type DnsSection = z.infer<typeof DnsSection>;
