import { z } from 'zod';
import { Check } from '../check.ts';

export const PageAnalysisSection = z.object({
  checks: z.array(Check),
});
export type PageAnalysisSection = z.infer<typeof PageAnalysisSection>;
