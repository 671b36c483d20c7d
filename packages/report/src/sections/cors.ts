import { z } from 'zod';
import { Check } from '../check.ts';

export const CorsProbeReport = z.object({
  kind: z
    .enum(['foreign', 'null', 'lookalike', 'clear', 'preflight'])
    .describe(
      'lookalike: begins with the site’s origin, ends with its domain, or has another letter in place of a dot, but is unrelated; clear: a subdomain of the site over plain http',
    ),
  method: z.string(),
  origin: z.string().describe('the Origin that was sent'),
  status: z.int(),
  allow_origin: z.string().nullable(),
  allow_credentials: z.string().nullable(),
  granted: z.boolean().describe('a browser would let a script from that origin proceed'),
});
export type CorsProbeReport = z.infer<typeof CorsProbeReport>;

export const CorsSection = z.object({
  url: z.string().nullable().describe('the page that was tested; null if no probe was sent'),
  probes: z.array(CorsProbeReport),
  checks: z.array(Check),
});
export type CorsSection = z.infer<typeof CorsSection>;
