import { z } from 'zod';

export const DnsEvidence = z.object({});
export type DnsEvidence = z.infer<typeof DnsEvidence>;
