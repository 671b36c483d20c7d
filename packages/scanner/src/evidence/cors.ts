import { z } from 'zod';

/** One request with an `Origin`, and what the answer granted it. */
export const CorsProbe = z.object({
  kind: z.enum(['foreign', 'null', 'lookalike', 'preflight']),
  method: z.enum(['GET', 'OPTIONS']),
  origin: z.string(),
  status: z.int(),
  /** Every Access-Control-Allow-Origin value, in wire order. */
  allow_origin: z.array(z.string()),
  allow_credentials: z.array(z.string()),
  allow_methods: z.array(z.string()),
  allow_headers: z.array(z.string()),
  vary: z.array(z.string()),
});
export type CorsProbe = z.infer<typeof CorsProbe>;

export const CorsEvidence = z.object({
  url: z.string().describe('the page the probes asked for'),
  probes: z.array(CorsProbe).min(1).describe('those that were answered'),
  /** Why some probe brought no answer; null when all did. */
  incomplete: z.string().nullable(),
});
export type CorsEvidence = z.infer<typeof CorsEvidence>;
