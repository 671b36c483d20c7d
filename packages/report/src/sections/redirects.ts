import { z } from 'zod';
import { Check } from '../check.ts';

export const RedirectsSection = z.object({
  checks: z.array(Check),
});
export type RedirectsSection = z.infer<typeof RedirectsSection>;
