import { z } from 'zod';

/** Limits that no real page reaches and no reader needs. Items beyond them are only counted (`…_total`). */
export const BROWSER_LIMITS = {
  /** The scanned page and five more. */
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
  /** Bytes of the screenshot. A larger one is omitted, but not its hash. */
  screenshot: 49_152,
} as const;

const Url = z.string().max(BROWSER_LIMITS.url + 1);
const Text = z.string().max(BROWSER_LIMITS.text + 1);
/** Relation to the loaded page: same origin, same registrable domain, or neither. */
export const Party = z.enum(['same-origin', 'same-site', 'cross-site']);
export type Party = z.infer<typeof Party>;

export const BrowserRequest = z.object({
  url: Url.describe('without fragment; data: and blob: cut to their scheme and type'),
  method: z.string(),
  type: z.string().describe('as Chromium names it, in lower case: document, script, image, fetch …'),
  party: Party,
  by: z.enum(['parser', 'script', 'preload', 'other']).describe('what requested it'),
  by_url: Url.nullable().describe('the document or script that requested it; null: unknown'),
  status: z.int().nullable().describe('null: no response'),
  failed: Text.nullable().describe('why there is no response'),
  secret: z
    .string()
    .optional()
    .describe('name of a parameter whose value is a secret key or, in a request to the site, a JSON Web Token'),
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
  by_url: Url.nullable().describe('the script that inserted it; null: the document itself'),
  integrity: z.string().nullable().describe('raw attribute of its element, or its hash in an import map; null: none'),
  cors: z.boolean().nullable().describe('any origin may read the response, so browsers can check a hash'),
  fixed: z.boolean().nullable().describe('the same bytes in two loads, at a URL with a version; null: not a file'),
  unpinned: z
    .enum(['not-shared', 'unversioned', 'by-script', 'changed', 'not-tried'])
    .optional()
    .describe('why a file from another site cannot have `integrity`; absent: it has or could have it'),
  varies: z
    .string()
    .optional()
    .describe(
      'its text differs from load to load: hash of the words that stay the same; empty: their number differs, too; absent: it is the same, or was not compared',
    ),
  code: z
    .string()
    .optional()
    .describe(
      'if its text differs: hash of the text without its strings, numbers and lists of them, and of the hosts in its addresses; absent: that differs, too',
    ),
  address: z
    .string()
    .optional()
    .describe('of a file whose address differs from load to load: with `*` in place of what differs'),
  sample: Text.nullable().describe('the beginning of an inline or evaluated one'),
});
export type BrowserScript = z.infer<typeof BrowserScript>;

/** Scripts outside the page itself: in its frames, workers and worklets. */
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
    .describe('the script or document that loaded it; null: the frame or the page itself; absent: not checked'),
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
  partitioned: z.boolean().optional().describe('stored separately for each top-level site (CHIPS)'),
  by_script: z.boolean().describe('set by a script of the page; otherwise by a response'),
  days: z.int().nullable().describe('until it expires; null: when the browser closes'),
  value: z.object({ bytes: z.int(), random: z.boolean(), jwt: z.boolean() }).describe('properties of its value'),
});
export type BrowserCookie = z.infer<typeof BrowserCookie>;

export const BrowserStorage = z.object({
  area: z
    .enum(['local', 'session', 'indexed', 'caches', 'address'])
    .describe('caches: Cache Storage; address: of the page, query or fragment'),
  origin: z.string(),
  key: z.string().max(201).describe('of IndexedDB database and object store, of Cache Storage the cache'),
  bytes: z.int().describe('of the value; 0 for IndexedDB and Cache Storage, which are not read'),
  looks: z.enum(['jwt', 'key', 'token', 'data', 'empty']).describe('the kind of the value, which is never stored'),
});
export type BrowserStorage = z.infer<typeof BrowserStorage>;

export const BrowserViolation = z.object({
  policy: z.enum([
    'csp',
    'coep',
    'corp',
    'permissions',
    'trusted-types',
    'mixed-content',
    'cookie',
    'cors',
    'integrity',
    'nosniff',
  ]),
  directive: z.string().max(201).describe('the CSP directive, or the reason as Chromium names it'),
  blocked: Url.nullable().describe('the blocked URL; null: inline'),
  kind: z.enum(['url', 'inline', 'eval', 'wasm', 'sink', 'other']),
  report_only: z.boolean(),
  source: Text.nullable().describe('file and line of the violation'),
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

/** A trial of one header: the page is loaded with it enforced, used a little, and compared with the load without it. */
export const PolicyTrial = z.object({
  header: z.enum([
    'content-security-policy',
    'cross-origin-embedder-policy',
    'permissions-policy',
    'require-trusted-types',
  ]),
  value: z.string().max(8192),
  enforced: z.boolean().describe('false: tried as report-only'),
  loads: z.int().describe('number of page loads with it'),
  requests: z.int().describe('requests sent with it'),
  violations: z.array(BrowserViolation),
  lost: z.array(Url).describe('requests of the load without it that were not sent with it'),
  proven: z.boolean().describe('no violation and nothing lost'),
  in_the_way: z.array(Text).describe('elements because of which it must allow more than it should'),
  nonce: z.boolean().describe('the server must add a new nonce to each response'),
  refused_before: z
    .literal(true)
    .optional()
    .describe('it blocks what browsers already block on this page, which is not counted as a violation'),
  cut_short: z.literal(true).optional().describe('nothing was wrong, but there was no time for another load'),
  unended: z
    .literal(true)
    .optional()
    .describe('the document did not end within its time: what it would have contained later was not seen'),
  reused_nonce: z
    .literal(true)
    .optional()
    .describe('the page has a nonce of its own that was the same in two responses'),
});
export type PolicyTrial = z.infer<typeof PolicyTrial>;

export const BrowserPage = z.object({
  url: Url.describe('final URL'),
  asked: Url,
  found: z.enum(['start', 'given', 'sign-in', 'checkout', 'error-page']).describe('why it was loaded'),
  status: z.int().nullable(),
  title: Text.nullable(),
  settled: z.boolean().describe('false: still loading at the time limit'),
  headers: z.array(z.tuple([z.string(), z.string()])).describe('security-relevant ones, in lower case'),
  meta_policies: z
    .array(z.string())
    .optional()
    .describe('Content-Security-Policy of meta elements in its head; absent: not checked'),
  requests: z.array(BrowserRequest),
  requests_total: z.int(),
  refused: z.array(z.object({ url: Url, reason: Text })).describe('blocked by our egress guard'),
  scripts: z.array(BrowserScript),
  scripts_total: z.int(),
  frame_scripts: z
    .array(BrowserFrameScript)
    .optional()
    .describe('of its frames, workers and worklets; absent: not checked'),
  cookies: z.array(BrowserCookie),
  storage: z.array(BrowserStorage),
  mixed: z.array(z.object({ url: Url, kind: z.string(), loaded: z.boolean(), upgraded: z.boolean() })),
  violations: z.array(BrowserViolation).describe('of the policies that the page has today'),
  messages: z.array(z.object({ source: z.string(), level: z.string(), text: Text })),
  forms: z.array(BrowserForm),
  personal_fields: z
    .array(Text)
    .optional()
    .describe('controls for data about a person, inside a form or not; absent: not looked for'),
  frames: z.array(BrowserFrame),
  features: z.array(z.string()).describe('powerful Permissions-Policy features that its scripts used'),
  trials: z.array(PolicyTrial),
});
export type BrowserPage = z.infer<typeof BrowserPage>;

/** What a real browser observed in the first seconds of a page, and when its visitor leaves. It clicks only menus, submits nothing and does not sign in. */
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
      data: z.string().nullable().describe('base64; null if it is too large for the evidence'),
    })
    .nullable()
    .describe('of the first page'),
  cut: Text.optional().describe('why pages or trials are missing; absent: none are'),
});
export type BrowserEvidence = z.infer<typeof BrowserEvidence>;
