import { z } from 'zod';
import { BrowserEvidence } from './evidence/browser.ts';
import { CorsEvidence } from './evidence/cors.ts';
import { DnsEvidence } from './evidence/dns.ts';
import { gathered } from './evidence/gathered.ts';
import { HttpEvidence, PlainHttpEvidence } from './evidence/http.ts';
import { PageEvidence } from './evidence/page.ts';
import { SecurityTxtEvidence } from './evidence/security-txt.ts';
import { TlsEvidence } from './evidence/tls.ts';

/** Raise it if a change of the shape makes older saved evidence invalid. */
export const EVIDENCE_VERSION = 1;

/**
 * Everything that a scan observed, as plain serializable data. Judging it needs no network. A saved scan that is judged
 * again offline gives the same report, byte for byte.
 */
export const Evidence = z.object({
  version: z.literal(EVIDENCE_VERSION),
  target: z.object({
    url: z.string().describe('normalized'),
    scheme: z.enum(['http', 'https']),
    host: z.string().describe('A-label host name or address literal without brackets'),
    port: z.int(),
    registrable_domain: z.string().nullable().describe('null for address literals and names without a public suffix'),
  }),
  scanned_at: z.iso.datetime(),
  duration_ms: z.int().min(0),
  user_agent: z.string().optional().describe('as sent with every request; absent in evidence of 0.1.0'),
  allowed_cidrs: z.array(z.string()),
  http: gathered(HttpEvidence),
  plain_http: gathered(PlainHttpEvidence),
  tls: gathered(TlsEvidence),
  dns: gathered(DnsEvidence),
  cors: gathered(CorsEvidence),
  security_txt: gathered(SecurityTxtEvidence),
  page: gathered(PageEvidence),
  browser: gathered(BrowserEvidence).optional().describe('absent if no browser was requested'),
});
export type Evidence = z.infer<typeof Evidence>;

/** The kinds that a check may declare in `needs`. */
export type EvidenceKind = 'http' | 'plain_http' | 'tls' | 'dns' | 'cors' | 'security_txt' | 'page' | 'browser';
export type EvidenceValue<K extends EvidenceKind> = Extract<NonNullable<Evidence[K]>, { ok: true }>['value'];
