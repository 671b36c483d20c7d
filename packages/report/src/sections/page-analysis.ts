import { z } from 'zod';
import { Check } from '../check.ts';

export const PageDependency = z.object({
  site: z.string().describe('registrable domain'),
  hosts: z.array(z.string()),
  kinds: z.record(z.string(), z.int()).describe('how many of each kind: script, style, image, font, frame, form …'),
});
export type PageDependency = z.infer<typeof PageDependency>;

export const PageAnalysisSection = z.object({
  analysed: z.boolean().describe('false if the response is not an HTML page or could not be parsed'),
  reason: z.string().nullable().describe('why it was not analyzed'),
  url: z.string().nullable(),
  charset: z.string().nullable(),
  bytes: z.int(),
  cut_by: z.array(z.string()).describe('scanner limits that cut the analysis short'),
  mixed_content: z.array(z.object({ url: z.string(), element: z.string(), kind: z.string(), blocked: z.boolean() })),
  sri: z.object({
    scripts: z.int(),
    third_party_scripts: z.int(),
    third_party_scripts_with_integrity: z.int(),
  }),
  base: z.object({ href: z.string(), url: z.string().nullable() }).nullable(),
  dependencies: z.array(PageDependency),
  forms: z.array(z.object({ action: z.string().nullable(), method: z.string(), password: z.boolean() })),
  payment_fields: z
    .object({
      own: z.array(z.string()).describe('in the page itself'),
      hosted: z.array(z.string()).describe('in frames of a payment provider'),
    })
    .optional()
    .describe('where the page accepts card data'),
  personal_fields: z
    .array(z.string())
    .optional()
    .describe('where visitors type data about themselves; absent: not looked for'),
  inline: z.object({
    scripts: z.int(),
    handlers: z.int(),
    javascript_urls: z.int(),
    styles: z.int(),
    style_attributes: z.int(),
  }),
  generator: z.array(z.string()),
  resources: z.int().describe('distinct URLs that the markup loads'),
  requests: z
    .array(z.object({ url: z.string(), kind: z.string(), element: z.string() }))
    .optional()
    .describe('the first 200 of these, in markup order; `resources` is the total'),
  checks: z.array(Check),
});
export type PageAnalysisSection = z.infer<typeof PageAnalysisSection>;
