import { z } from 'zod';

/** One request with an `Origin` and what the response granted. */
export const CorsProbe = z.object({
  kind: z.enum(['foreign', 'null', 'lookalike', 'clear', 'preflight']),
  method: z.enum(['GET', 'OPTIONS']),
  origin: z.string(),
  status: z.int(),
  /** All Access-Control-Allow-Origin values in the order received. */
  allow_origin: z.array(z.string()),
  allow_credentials: z.array(z.string()),
  allow_methods: z.array(z.string()),
  allow_headers: z.array(z.string()),
  vary: z.array(z.string()),
  nonces: z.array(z.string()).optional().describe('script nonces of the Content-Security-Policy in this response'),
});
export type CorsProbe = z.infer<typeof CorsProbe>;

export const CorsEvidence = z.object({
  url: z.string().describe('the page that the probes requested'),
  probes: z.array(CorsProbe).min(1).describe('the answered probes'),
  /** Why a probe has no response. Null if all have one. */
  incomplete: z.string().nullable(),
});
export type CorsEvidence = z.infer<typeof CorsEvidence>;
