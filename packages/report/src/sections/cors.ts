import { z } from 'zod';
import { Check } from '../check.ts';

export const CorsSection = z.object({
  checks: z.array(Check),
});
export type CorsSection = z.infer<typeof CorsSection>;
