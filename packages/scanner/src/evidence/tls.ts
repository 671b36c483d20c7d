import { z } from 'zod';

export const TlsEvidence = z.object({});
export type TlsEvidence = z.infer<typeof TlsEvidence>;
