import { z } from 'zod';
import { Check } from '../check.ts';

export const CookiesSection = z.object({
  checks: z.array(Check),
});
export type CookiesSection = z.infer<typeof CookiesSection>;
