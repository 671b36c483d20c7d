import { z } from 'zod';
import { Check } from '../check.ts';

export const SecurityTxtSection = z.object({
  checks: z.array(Check),
});
export type SecurityTxtSection = z.infer<typeof SecurityTxtSection>;
