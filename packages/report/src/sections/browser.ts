import { z } from 'zod';
import { Check } from '../check.ts';

export const BrowserScriptEntry = z.object({
  kind: z.enum(['file', 'inline', 'eval', 'handler']),
  origin: z.string().describe('origin it came from; for an inline script, the page'),
  url: z.string().nullable().describe('of a file; null: in the page itself'),
  sha384: z.string().describe('base64, of the code that ran; empty: unreadable'),
  varies: z
    .string()
    .optional()
    .describe(
      'its text differs from load to load: base64 SHA-384 of the words that stay the same, by which inventories are compared; empty: their number differs, too; absent: it is the same, or was not compared',
    ),
  code: z
    .string()
    .optional()
    .describe(
      'if its text differs: base64 SHA-384 of the text without its strings, numbers and lists of them, and of the hosts in its addresses, by which inventories are compared where `varies` is empty; absent: that differs, too',
    ),
  address: z
    .string()
    .optional()
    .describe('of a file whose address differs from load to load: with `*` in place of what differs'),
  bytes: z.int(),
  purpose: z.string().nullable().describe('purpose of its owner’s scripts, if known'),
  owner: z.string().nullable(),
  loaded_by: z.string().nullable().describe('what loaded it; null: the page, frame or worker that it ran in'),
  ran_in: z
    .object({ place: z.enum(['frame', 'worker', 'shared-worker', 'service-worker', 'worklet']), url: z.string() })
    .optional()
    .describe('where it ran; absent: in the page itself'),
  integrity: z.boolean().describe('its element has an integrity attribute'),
  no_integrity: z
    .string()
    .optional()
    .describe('why a file from another site cannot have a hash; absent: it has one, could have one, or needs none'),
  justification: z
    .string()
    .nullable()
    .describe('the written justification that PCI DSS 6.4.3 requires for each script on a payment page; null: none'),
});
export type BrowserScriptEntry = z.infer<typeof BrowserScriptEntry>;

export const BrowserPolicyEntry = z.object({
  header: z.string(),
  value: z.string().describe('ready to use; nonces are placeholders; empty: no suggestion'),
  proven: z.boolean().describe('the page loaded under it without a violation and sent the same requests'),
  report: z.string().describe('one sentence: what was tested and the result'),
  in_the_way: z.array(z.string()).describe('elements that make it broader than it should be, or impossible'),
});
export type BrowserPolicyEntry = z.infer<typeof BrowserPolicyEntry>;

export const BrowserPageEntry = z.object({
  path: z.string(),
  url: z.string(),
  found: z.string().describe('start, given, sign-in, checkout or error-page'),
  status: z.int().nullable(),
  title: z.string().nullable(),
  settled: z.boolean().describe('false: it was still loading at the time limit'),
  requests: z.int(),
  third_party_requests: z.int(),
  frames: z.array(z.string()),
  cookies: z.array(z.object({ name: z.string(), domain: z.string(), by_script: z.boolean(), flags: z.string() })),
  storage: z.array(z.object({ area: z.string(), key: z.string(), looks: z.string() })),
  payment: z
    .object({ fields: z.array(z.string()), frames: z.array(z.string()) })
    .nullable()
    .describe('where it accepts card data; null: it does not'),
  login_forms: z
    .array(z.string())
    .optional()
    .describe('forms with a password field, as method and URL; absent: not looked for'),
  personal_fields: z
    .array(z.string())
    .optional()
    .describe('where visitors type data about themselves; absent: not looked for'),
  headers: z.array(z.tuple([z.string(), z.string()])).describe('security headers as the browser received them'),
  meta_policies: z
    .array(z.string())
    .optional()
    .describe('Content-Security-Policy of meta elements in its head; absent: not checked'),
  scripts: z
    .array(BrowserScriptEntry)
    .describe('the first 400 that ran, in frames and workers too; an inventory for PCI DSS 6.4.3'),
  scripts_total: z.int(),
  partial: z
    .array(z.enum(['requests', 'scripts', 'frames', 'cookies', 'storage']))
    .optional()
    .describe('what there is more of than was recorded or is listed: its count is a minimum'),
  policies: z.array(BrowserPolicyEntry),
});
export type BrowserPageEntry = z.infer<typeof BrowserPageEntry>;

/** What a real browser saw. Absent if none was requested. */
export const BrowserSection = z.object({
  looked: z.boolean(),
  reason: z.string().nullable().describe('why no browser visited, or why the visit is incomplete'),
  product: z.string().nullable(),
  pages: z.array(BrowserPageEntry),
  third_parties: z.array(
    z.object({
      owner: z.string().nullable(),
      purpose: z.string().nullable(),
      sites: z.array(z.string()),
      requests: z.int(),
      scripts: z.int(),
    }),
  ),
  third_parties_partial: z.literal(true).optional().describe('there are more than are listed'),
  screenshot: z
    .object({ sha256: z.string(), width: z.int(), height: z.int(), bytes: z.int() })
    .nullable()
    .describe('the image itself is in the evidence'),
  checks: z.array(Check),
});
export type BrowserSection = z.infer<typeof BrowserSection>;
