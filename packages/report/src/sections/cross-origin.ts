import { z } from 'zod';
import { Check } from '../check.ts';

export const CrossOriginSection = z.object({
  checks: z.array(Check),
});
export type CrossOriginSection = z.infer<typeof CrossOriginSection>;
