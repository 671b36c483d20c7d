import { z } from 'zod';
import { Check } from '../check.ts';

export const SecurityTxtSection = z.object({
  present: z.boolean().nullable().describe('null if it could not be requested'),
  url: z.string().nullable().describe('where it was found, after redirects'),
  content_type: z.string().nullable(),
  expires: z.iso.datetime().nullable(),
  contacts: z.array(z.string()),
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
  signed: z.enum(['none', 'signed', 'broken']).nullable().describe('form only; the signature itself is not verified'),
  asked: z.array(z.object({ url: z.string(), status: z.int().nullable() })),
  checks: z.array(Check),
});
export type SecurityTxtSection = z.infer<typeof SecurityTxtSection>;
