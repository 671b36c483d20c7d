import { z } from 'zod';

export const PageEvidence = z.object({});
export type PageEvidence = z.infer<typeof PageEvidence>;
