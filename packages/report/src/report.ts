import { z } from 'zod';

import { BrowserSection } from './sections/browser.ts';
import { CookiesSection } from './sections/cookies.ts';
import { CorsSection } from './sections/cors.ts';
import { CrossOriginSection } from './sections/cross-origin.ts';
import { DnsSection } from './sections/dns.ts';
import { HeadersSection } from './sections/headers.ts';
import { PageAnalysisSection } from './sections/page-analysis.ts';
import { RedirectsSection } from './sections/redirects.ts';
import { Seen } from './seen.ts';
import { SecurityTxtSection } from './sections/security-txt.ts';
import { ServerFingerprintSection } from './sections/server-fingerprint.ts';
import { TlsSection } from './sections/tls.ts';

export const GRADES = ['A+', 'A', 'B', 'C', 'D', 'F'] as const;
export const GradeSchema = z.enum(GRADES);
export type Grade = z.infer<typeof GradeSchema>;

/** A ceiling on the score, with the check that set it: a certificate no browser accepts holds the grade at F. */
export const ScoreCap = z.object({
  check: z.string().describe('ID of the check that caps the score'),
  max_score: z.int().min(0).max(100),
  reason: z.string(),
});
export type ScoreCap = z.infer<typeof ScoreCap>;

export const IssueCounts = z.object({
  critical: z.int().min(0),
  important: z.int().min(0),
  minor: z.int().min(0),
  total: z.int().min(0),
});
export type IssueCounts = z.infer<typeof IssueCounts>;

/**
 * Ready-to-paste configuration for one header, replacing what the application sends. The first five are always
 * there; the others where their format can hold the value.
 */
export const FixSnippets = z.object({
  nginx: z.string(),
  apache: z.string(),
  caddy: z.string(),
  express: z.string(),
  cloudflare: z.string(),
  iis: z.string().optional(),
  helmet: z.string().optional(),
  nextjs: z.string().optional(),
  wordpress: z.string().optional(),
  cloudfront: z.string().optional(),
  vercel: z.string().optional(),
  netlify: z.string().optional(),
  kubernetes: z.string().optional(),
});
export type FixSnippets = z.infer<typeof FixSnippets>;

/** Over the canonical JSON (RFC 8785) of the report without this member; keys at /.well-known/palisade-keys.json. */
export const Signature = z.object({
  alg: z.literal('Ed25519'),
  kid: z.string(),
  value: z.string().describe('base64url'),
});

/**
 * The one report object: everything that stores, serves, renders or mails a scan
 * reads this shape. The scanner produces the full (Pro) form; `freeColumn` in
 * `columns.ts` derives what a caller without a key may see.
 */
export const ScanReport = z.object({
  report_id: z.string().optional().describe('set once the report was returned to a caller'),
  report_url: z.url().optional().describe('permanent URL of this report'),
  scan_id: z.string(),
  scanned_at: z.iso.datetime().describe('UTC'),
  duration_ms: z.int().min(0),
  engine_version: z.string(),
  evidence_sha256: z.string().describe('SHA-256 over the canonical JSON of the evidence behind this report'),
  allowed_cidrs: z
    .array(z.string())
    .describe('address ranges that the operator allowed with SCAN_ALLOW_CIDRS and that this scan used; normally empty'),
  url: z.string(),
  final_url: z.string(),
  status_code: z.int(),
  grade: GradeSchema,
  score: z.int().min(0).max(100),
  score_caps: z.array(ScoreCap),
  seen: Seen,
  provisional: z
    .boolean()
    .describe(
      'the grade does not describe the site: its page was not reached, or a section could not be assessed because of an error in the scanner',
    ),
  pro_locked: z.boolean(),
  issue_counts: IssueCounts,
  headers: HeadersSection,
  redirects: RedirectsSection,
  tls: TlsSection,
  dns: DnsSection,
  cookies: CookiesSection,
  cross_origin: CrossOriginSection,
  security_txt: SecurityTxtSection,
  cors: CorsSection,
  server_fingerprint: ServerFingerprintSection,
  page_analysis: PageAnalysisSection,
  browser: BrowserSection.optional().describe('present if a browser scan was requested'),
  fix_snippets: z
    .record(z.string(), FixSnippets)
    .nullable()
    .describe('fixes by header name, in the syntax of common servers; null if fixes are stripped'),
  fix_server: z
    .enum(FixSnippets.keyof().options)
    .nullable()
    .optional()
    .describe('the key of fix_snippets that matches the detected server; null if none was detected'),
  signature: Signature.optional(),
});
export type ScanReport = z.infer<typeof ScanReport>;
