import { z } from 'zod';
import { Check } from '../check.ts';

export const ServerFingerprintSection = z.object({
  checks: z.array(Check),
});
export type ServerFingerprintSection = z.infer<typeof ServerFingerprintSection>;
