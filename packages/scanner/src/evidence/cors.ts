import { z } from 'zod';

export const CorsEvidence = z.object({});
export type CorsEvidence = z.infer<typeof CorsEvidence>;
