import { z } from 'zod';

/** What a browser would load. One CSP directive governs each kind. */
export const RESOURCE_KINDS = [
  'script',
  'style',
  'image',
  'font',
  'media',
  'frame',
  'object',
  'manifest',
  'connect',
  'prefetch',
] as const;
export const ResourceKind = z.enum(RESOURCE_KINDS);
export type ResourceKind = z.infer<typeof ResourceKind>;

/** One resource of the page. Only http and https URLs, and each pair of kind and URL once. */
export const PageResource = z.object({
  url: z.string().describe('resolved against the base URL at its position; truncated to 2,048 characters'),
  kind: ResourceKind,
  element: z.string().describe('its element, e.g. `script[src]`, `img[srcset]`, `style`'),
  optional_blocking: z
    .boolean()
    .describe('browsers upgrade it from http on an https page instead of blocking it (W3C Mixed Content §4.1)'),
  integrity: z.string().nullable().describe('raw attribute; null on elements that have none'),
  crossorigin: z.enum(['anonymous', 'use-credentials']).nullable(),
  sandbox: z.string().nullable().describe('frames only: raw attribute'),
});
export type PageResource = z.infer<typeof PageResource>;

export const PageForm = z.object({
  action: z.string().nullable().describe('resolved; the page itself without an action; null if it is not a URL'),
  method: z.enum(['get', 'post', 'dialog']),
  password: z.boolean().describe('has a password field'),
  card: z.boolean().optional().describe('has a field for card data; absent if not'),
});
export type PageForm = z.infer<typeof PageForm>;

/** Facts about one HTML page as served: no scripts run, nothing else is loaded. */
export const PageEvidence = z.object({
  url: z.string(),
  content_type: z.string().nullable(),
  charset: z.string(),
  bytes: z.int(),
  title: z.string().nullable().default(null).describe('of the first title element, spaces collapsed'),
  text_length: z
    .int()
    .nullable()
    .default(null)
    .describe('characters of text outside scripts and styles; null: not counted'),
  links: z.int().nullable().default(null).describe('links to other pages; null: not counted'),
  text_says: z
    .array(z.enum(['check', 'refusal', 'error', 'maintenance', 'unfinished']))
    .default([])
    .describe('topics of its text, without the title, that are typical of gatekeeper pages; of short pages only'),
  text_beside_title: z
    .int()
    .default(0)
    .describe('letters and digits at the beginning of its text, without the title and its parts'),
  text_fields: z.int().default(0).describe('fields that a visitor can type into'),
  /** Our limits that truncated parsing. Empty if the whole page was parsed. */
  cut_by: z.array(z.enum(['body', 'tags', 'depth', 'resources', 'forms'])),
  base: z
    .object({
      href: z.string().describe('raw value of the first base element with an href'),
      url: z.string().nullable().describe('the resulting base of relative URLs; null if it has no effect'),
      count: z.int().describe('base elements with an href'),
    })
    .nullable(),
  resources: z.array(PageResource),
  held_resources: z
    .array(z.object({ url: z.string(), kind: ResourceKind }))
    .optional()
    .describe('what scripts load later from the markup: lazy images and frames, scripts held back until consent'),
  /** Including those beyond the limit. */
  resources_total: z.int(),
  /** Hosts of preconnect and dns-prefetch hints. */
  hints: z.array(z.string()),
  inline_scripts: z
    .int()
    .describe('script elements with inline JavaScript, including import maps and speculation rules'),
  inline_scripts_with_nonce: z.int(),
  inline_script_hashes: z.array(z.string()).default([]).describe('`sha256-…` of the first ones, without duplicates'),
  inline_scripts_hashed: z.int().default(0).describe('number of scripts that these hashes cover'),
  inline_script_urls: z
    .array(z.string())
    .default([])
    .describe(
      'URLs in inline scripts and in attributes of script elements, without query: what loaders fetch, and where they report to',
    ),
  script_endpoints: z
    .array(z.object({ kind: z.enum(['connect', 'script']), url: z.string() }))
    .default([])
    .describe('literal URLs that inline scripts, and the script files that were read, connect to or import'),
  script_cookies: z.array(z.string()).default([]).describe('names of cookies that inline scripts set'),
  meta_cookies: z
    .array(z.string())
    .default([])
    .describe('names in `<meta http-equiv="set-cookie">`, which browsers ignore'),
  data_kinds: z.array(ResourceKind).default([]).describe('kinds of resources given as data: URLs'),
  inline_styles: z.int().describe('style elements'),
  style_attributes: z.int(),
  inline_handlers: z.int().describe('on… attributes'),
  javascript_urls: z.int(),
  forms: z.array(PageForm),
  password_fields: z.int(),
  card_fields: z.array(z.string()).default([]).describe('fields for card data on the page itself, as element and name'),
  personal_fields: z
    .array(z.string())
    .default([])
    .describe('fields for data about a person, as element and what shows it'),
  payment_places: z.array(z.string()).default([]).describe('ids of elements that will contain a provider’s fields'),
  /** Policies that browsers enforce: in head, not in template, noscript or body. */
  meta_csp: z.array(z.string()),
  meta_csp_ignored: z.array(z.object({ value: z.string(), reason: z.enum(['body', 'template', 'report-only']) })),
  meta_headers: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .optional()
    .describe('security headers in `<meta http-equiv>`, which browsers ignore there; absent if there are none'),
  /** Contents of `<meta name="referrer">` in document order. The last valid one decides. */
  meta_referrer: z.array(z.string()),
  meta_refresh: z.string().nullable().describe('resolved target of the first refresh'),
  meta_refresh_seconds: z.int().nullable().default(null).describe('delay in seconds'),
  generator: z.array(z.string()),
  libraries: z
    .array(
      z.object({
        url: z.string(),
        name: z.string(),
        version: z.string(),
        by: z.enum(['banner', 'variable']),
        element: z.string().optional().describe('the inline script that contains it'),
      }),
    )
    .default([])
    .describe('script libraries identified inside inline scripts and the files that were read'),
  scripts_failure: z.string().optional().describe('why some were not read, if that was our own failure'),
  scripts_read: z.int().default(0).describe('number of script files read'),
  /** Targets of links that open a new window and expose `window.opener` to it. */
  opener_links: z.array(z.string()),
});
export type PageEvidence = z.infer<typeof PageEvidence>;
