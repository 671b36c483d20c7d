import { z } from 'zod';
import { Check } from '../check.ts';

export const TlsSection = z.object({
  checks: z.array(Check),
});
export type TlsSection = z.infer<typeof TlsSection>;
