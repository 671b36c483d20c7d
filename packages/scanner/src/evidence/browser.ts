import { z } from 'zod';

/** What no page needs and no reader can take in; what lies beyond is counted (`…_total`). */
export const BROWSER_LIMITS = {
  /** The scan's own, and five further ones. */
  pages: 6,
  requests: 400,
  scripts: 300,
  cookies: 150,
  storage: 200,
  violations: 200,
  messages: 100,
  forms: 50,
  frames: 60,
  url: 1024,
  text: 400,
  /** Bytes of the picture; a larger one is left out, its hash is not. */
  screenshot: 49_152,
} as const;

const Url = z.string().max(BROWSER_LIMITS.url + 1);
const Text = z.string().max(BROWSER_LIMITS.text + 1);
/** Against the page that was loaded: its origin, its registrable domain, anything else. */
export const Party = z.enum(['same-origin', 'same-site', 'cross-site']);
export type Party = z.infer<typeof Party>;

export const BrowserRequest = z.object({
  url: Url.describe('without fragment; data: and blob: cut to their scheme and type'),
  method: z.string(),
  type: z.string().describe('as Chromium names it, in lower case: document, script, image, fetch …'),
  party: Party,
  by: z.enum(['parser', 'script', 'preload', 'other']).describe('what asked for it'),
  by_url: Url.nullable().describe('the document or script that asked for it; null: not known'),
  status: z.int().nullable().describe('null: no answer'),
  failed: Text.nullable().describe('why there was none'),
});
export type BrowserRequest = z.infer<typeof BrowserRequest>;

export const BrowserScript = z.object({
  kind: z.enum(['file', 'inline', 'eval', 'handler']),
  url: Url.nullable().describe('of a file; of the document that holds an inline one'),
  sha384: z
    .string()
    .describe(
      'base64; of a file over its bytes, as `integrity` has it, where its text tells them; otherwise over the UTF-8 text that ran; empty: it could not be read',
    ),
  bytes: z.int(),
  party: Party,
  by_url: Url.nullable().describe('the script that put it there; null: the document itself'),
  integrity: z.string().nullable().describe('raw attribute of its element; null: none seen'),
  cors: z.boolean().nullable().describe('the answer may be read by any origin, so that a hash can be checked'),
  fixed: z
    .boolean()
    .nullable()
    .describe('the same bytes in two loads, at an address that names a version; null: no file'),
  unpinned: z
    .enum(['not-shared', 'unversioned', 'by-script', 'changed', 'not-tried'])
    .optional()
    .describe('why `integrity` could not be had, of a file from another site; absent: it has or could have it'),
  sample: Text.nullable().describe('the beginning of an inline or evaluated one'),
});
export type BrowserScript = z.infer<typeof BrowserScript>;

/** Of what runs beside the page itself: its frames, workers and worklets. */
export const BrowserFrameScript = z.object({
  frame: Url.describe('the document of the frame, or the first script of the worker, that it ran in'),
  place: z
    .enum(['worker', 'shared-worker', 'service-worker', 'worklet'])
    .optional()
    .describe('what it ran in; absent: a frame'),
  kind: z.enum(['file', 'inline', 'eval']),
  url: Url.nullable().describe('of a file; of the document that holds an inline one'),
  sha384: z.string().describe('base64, over the UTF-8 text that ran; empty: it could not be read'),
  bytes: z.int(),
  by_url: Url.nullable()
    .optional()
    .describe('the script or document that pulled it in; null: the frame or the page itself; absent: not looked for'),
});
export type BrowserFrameScript = z.infer<typeof BrowserFrameScript>;

export const BrowserCookie = z.object({
  name: z.string().max(201),
  domain: z.string(),
  path: z.string(),
  secure: z.boolean(),
  http_only: z.boolean(),
  same_site: z.enum(['Strict', 'Lax', 'None']).nullable(),
  party: Party,
  partitioned: z.boolean().optional().describe('kept apart for each site that a visitor is on (CHIPS)'),
  by_script: z.boolean().describe('set by a script of the page; otherwise by an answer'),
  days: z.int().nullable().describe('until it expires; null: with the browser'),
  value: z.object({ bytes: z.int(), random: z.boolean(), jwt: z.boolean() }).describe('what its value looks like'),
});
export type BrowserCookie = z.infer<typeof BrowserCookie>;

export const BrowserStorage = z.object({
  area: z.enum(['local', 'session', 'indexed', 'address']).describe('address: of the page, query or fragment'),
  origin: z.string(),
  key: z.string().max(201).describe('of IndexedDB database and object store'),
  bytes: z.int().describe('of the value; 0 for IndexedDB, which is not read'),
  looks: z.enum(['jwt', 'key', 'token', 'data', 'empty']).describe('what the value looks like; it is never kept'),
});
export type BrowserStorage = z.infer<typeof BrowserStorage>;

export const BrowserViolation = z.object({
  policy: z.enum(['csp', 'coep', 'corp', 'permissions', 'trusted-types', 'mixed-content', 'cookie', 'cors']),
  directive: z.string().max(201).describe('of CSP the directive; otherwise the reason as Chromium names it'),
  blocked: Url.nullable().describe('what it was about; null: inline'),
  kind: z.enum(['url', 'inline', 'eval', 'wasm', 'sink', 'other']),
  report_only: z.boolean(),
  source: Text.nullable().describe('file and line that did it'),
  sample: Text.nullable(),
});
export type BrowserViolation = z.infer<typeof BrowserViolation>;

export const BrowserForm = z.object({
  action: Url.nullable(),
  method: z.enum(['get', 'post', 'dialog']),
  password: z.boolean(),
  card_fields: z.array(Text).describe('controls for card data'),
  by_script: z.boolean().describe('not in the markup as it was served'),
});

export const BrowserFrame = z.object({
  url: Url,
  party: Party,
  sandbox: Text.nullable(),
  allow: Text.nullable(),
});

/** One header put under test: loaded with it enforced, a little acted on, and compared with the load without it. */
export const PolicyTrial = z.object({
  header: z.enum([
    'content-security-policy',
    'cross-origin-embedder-policy',
    'permissions-policy',
    'require-trusted-types',
  ]),
  value: z.string().max(8192),
  enforced: z.boolean().describe('false: tried as report-only'),
  loads: z.int().describe('how often the page was loaded under it'),
  requests: z.int().describe('that went out under it'),
  violations: z.array(BrowserViolation),
  lost: z.array(Url).describe('requests of the load without it that did not go out again'),
  proven: z.boolean().describe('no violation and nothing lost'),
  in_the_way: z.array(Text).describe('elements for which it has to allow more than it should'),
  nonce: z.boolean().describe('the server has to put a fresh nonce into each answer'),
  refused_before: z
    .literal(true)
    .optional()
    .describe('it refuses what browsers refuse on this page today as well; that is not among the violations'),
});
export type PolicyTrial = z.infer<typeof PolicyTrial>;

export const BrowserPage = z.object({
  url: Url.describe('where it ended'),
  asked: Url,
  found: z.enum(['start', 'given', 'sign-in', 'checkout', 'error-page']).describe('why it was loaded'),
  status: z.int().nullable(),
  title: Text.nullable(),
  settled: z.boolean().describe('false: still loading when its time was over'),
  headers: z
    .array(z.tuple([z.string(), z.string()]))
    .describe('those that browsers act on for security, in lower case'),
  requests: z.array(BrowserRequest),
  requests_total: z.int(),
  refused: z.array(z.object({ url: Url, reason: Text })).describe('not let out by our guard'),
  scripts: z.array(BrowserScript),
  scripts_total: z.int(),
  frame_scripts: z
    .array(BrowserFrameScript)
    .optional()
    .describe('of its frames, workers and worklets; absent: not looked for'),
  cookies: z.array(BrowserCookie),
  storage: z.array(BrowserStorage),
  mixed: z.array(z.object({ url: Url, kind: z.string(), loaded: z.boolean(), upgraded: z.boolean() })),
  violations: z.array(BrowserViolation).describe('of the policies the page has today'),
  messages: z.array(z.object({ source: z.string(), level: z.string(), text: Text })),
  forms: z.array(BrowserForm),
  frames: z.array(BrowserFrame),
  features: z.array(z.string()).describe('powerful features of Permissions-Policy that its scripts used'),
  trials: z.array(PolicyTrial),
});
export type BrowserPage = z.infer<typeof BrowserPage>;

/** What a real browser saw: nothing clicked but menus, nothing sent, no one signed in. */
export const BrowserEvidence = z.object({
  product: z.string().describe('name and version, e.g. `Chromium 147.0.7727.15`'),
  pages: z.array(BrowserPage).min(1).max(BROWSER_LIMITS.pages),
  screenshot: z
    .object({
      sha256: z.string(),
      media: z.literal('image/jpeg'),
      bytes: z.int(),
      width: z.int(),
      height: z.int(),
      data: z.string().nullable().describe('base64; null where it is larger than the evidence should carry'),
    })
    .nullable()
    .describe('of the first page'),
  cut: Text.optional().describe('why not all was seen or tried that was to be; absent: all was'),
});
export type BrowserEvidence = z.infer<typeof BrowserEvidence>;
