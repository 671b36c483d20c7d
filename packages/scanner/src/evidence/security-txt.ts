import { z } from 'zod';

export const SecurityTxtEvidence = z.object({});
export type SecurityTxtEvidence = z.infer<typeof SecurityTxtEvidence>;
