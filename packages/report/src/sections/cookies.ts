import { z } from 'zod';
import { Check } from '../check.ts';

export const COOKIE_KINDS = [
  'session',
  'anti-csrf',
  'preference',
  'consent',
  'load-balancer',
  'bot-protection',
  'analytics',
  'advertising',
  'other',
] as const;
export const CookieKind = z.enum(COOKIE_KINDS).describe('purpose of the cookie, based on its name and flags');
export type CookieKind = z.infer<typeof CookieKind>;

/** One cookie as the answer set it. Values are never kept. */
export const CookieReport = z.object({
  name: z.string(),
  host: z.string().describe('the host whose response set it'),
  url: z.string().describe('the response that set it'),
  over_http: z.boolean().describe('set by a response over plain http'),
  secure: z.boolean(),
  http_only: z.boolean(),
  same_site: z.enum(['Strict', 'Lax', 'None', 'invalid']).nullable().describe('null if not set'),
  partitioned: z.boolean(),
  domain: z.string().nullable().describe('null: sent to this host only'),
  path: z.string(),
  lifetime_seconds: z.int().nullable().describe('null: ends with the browser; browsers cap it at 400 days'),
  prefix: z.string().nullable().describe('__Host-, __Secure- …: the name prefix'),
  size: z.int().describe('length of name and value in bytes'),
  kind: CookieKind,
  rejected: z.array(z.string()).describe('why browsers reject it; empty if they do not'),
  assessment: z.string().describe('what is right and what is missing'),
});
export type CookieReport = z.infer<typeof CookieReport>;

export const CookiesSection = z.object({
  cookies: z.array(CookieReport).describe('from every response in the chain, including http; deletions are omitted'),
  deleted: z.array(z.string()).describe('names that the responses only delete'),
  set_by_page: z
    .array(z.object({ name: z.string(), by: z.enum(['script', 'meta']) }))
    .optional()
    .describe('cookies that the page sets with an inline script, or with a meta element that browsers ignore'),
  unreadable: z
    .array(z.object({ name: z.string(), url: z.string(), reason: z.string() }))
    .describe('Set-Cookie headers that browsers ignore entirely'),
  checks: z.array(Check),
});
export type CookiesSection = z.infer<typeof CookiesSection>;
