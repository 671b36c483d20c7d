import { z } from 'zod';
import { Check } from '../check.ts';

const RedirectHop = z.object({
  url: z.string(),
  status: z.int(),
  location: z.string().nullable().describe('where it redirects to; null when it does not'),
  fields: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .optional()
    .describe('headers as received, in order; Set-Cookie is in the full report only, with secrets removed'),
});

export const RedirectsSection = z.object({
  chain: z.array(RedirectHop).describe('from the scanned URL to the final response'),
  end: z.string().describe('why the chain stopped: answered, loop, too_many_redirects, bad_location …'),
  plain_http: z
    .object({ chain: z.array(RedirectHop), end: z.string() })
    .nullable()
    .describe('the response of port 80 on the scanned host; null if there was none'),
  plain_http_silence: z.string().nullable().describe('why there is no response from port 80'),
  checks: z.array(Check),
});
export type RedirectsSection = z.infer<typeof RedirectsSection>;
