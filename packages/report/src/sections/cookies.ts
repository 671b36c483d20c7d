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
export const CookieKind = z.enum(COOKIE_KINDS).describe('what the cookie is for, told from its name and flags');
export type CookieKind = z.infer<typeof CookieKind>;

/** One cookie as the answer set it. Values are never kept. */
export const CookieReport = z.object({
  name: z.string(),
  host: z.string().describe('the host whose answer set it'),
  url: z.string().describe('the answer that set it'),
  over_http: z.boolean().describe('set by an answer over plain http'),
  secure: z.boolean(),
  http_only: z.boolean(),
  same_site: z.enum(['Strict', 'Lax', 'None', 'invalid']).nullable().describe('null when not given'),
  partitioned: z.boolean(),
  domain: z.string().nullable().describe('null: sent to this host only'),
  path: z.string(),
  lifetime_seconds: z.int().nullable().describe('null: ends with the browser; browsers cap it at 400 days'),
  prefix: z.string().nullable().describe('__Host-, __Secure- …: what the name promises'),
  size: z.int().describe('bytes of name and value'),
  kind: CookieKind,
  rejected: z.array(z.string()).describe('why a browser refuses to store it; empty when it does not'),
  assessment: z.string().describe('plain English: what is right and what is missing'),
});
export type CookieReport = z.infer<typeof CookieReport>;

export const CookiesSection = z.object({
  cookies: z.array(CookieReport).describe('from every answer on the way, http included; deletions are left out'),
  deleted: z.array(z.string()).describe('names that the answers only delete'),
  set_by_page: z
    .array(z.object({ name: z.string(), by: z.enum(['script', 'meta']) }))
    .optional()
    .describe(
      'cookies that the page itself sets by an inline script, or asks for by a meta element that browsers ignore',
    ),
  unreadable: z
    .array(z.object({ name: z.string(), url: z.string(), reason: z.string() }))
    .describe('Set-Cookie fields that browsers ignore whole'),
  checks: z.array(Check),
});
export type CookiesSection = z.infer<typeof CookiesSection>;
