/** What an account contains, as its owner reads it. The export has more of it, and all of it. */
import { z } from 'zod';
import { PURCHASE_STATES, TOKEN_STATES } from '@palisade/billing/customer';
import { Scope } from '@palisade/compliance/scope';

const instant = z.iso.datetime();
const KEY_STATES = ['active', 'suspended', 'revoked'] as const;
const REPORT_STATES = ['scanned', 'rendered', 'mailed', 'failed'] as const;
const SCAN_STATES = ['waiting', 'running', 'done', 'failed'] as const;

const Key = z.object({
  id: z.string().describe('`key_id` of `POST /api/account/keys/rotate`'),
  key: z.string().describe('its first and last characters'),
  plan: z.string(),
  status: z.enum(KEY_STATES),
  scans_used: z.int().min(0).describe('this calendar month'),
  scans_limit: z.int().min(0),
  resendable: z.boolean().describe('whether its email can be sent again; otherwise only replace it'),
  paid_until: instant.nullable().describe('null: not bought, or not limited'),
  last_used_at: instant.nullable(),
  created_at: instant,
  usage: z.array(z.object({ day: z.iso.date(), scans: z.int().min(0) })).describe('the last 31 days that had scans'),
});

const Payment = z.object({
  id: z.string(),
  kind: z.string().describe('paid, accepted, mispaid, refunded, refund_failed or disputed'),
  ref: z.string().describe('the provider’s reference'),
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  at: instant,
});

const Purchase = z.object({
  id: z.string(),
  product: z.string(),
  name: z.string(),
  provider: z.string(),
  amount: z.int().describe('in paise or cents'),
  currency: z.string(),
  url: z.string().nullable(),
  scope: Scope.nullable(),
  prepared_for: z.string().nullable(),
  frameworks: z.array(z.string()).describe('of a compliance report, as ordered; empty: the usual ones'),
  pages: z
    .union([z.int(), z.array(z.string())])
    .nullable()
    .describe('further pages for its browser'),
  state: z.enum(PURCHASE_STATES),
  paid_until: instant.nullable(),
  works_until: instant.nullable().describe('with the days of grace after a renewal that failed'),
  subscription: z
    .object({ status: z.string(), renews_at: instant.nullable(), ends_at: instant.nullable() })
    .nullable()
    .describe('`status` is the provider’s word'),
  payments: z.array(Payment),
  created_at: instant,
});

const Token = z.object({
  id: z.string(),
  kind: z.enum(['one_time', 'compliance']),
  token: z.string().describe('its last characters'),
  state: z.enum(TOKEN_STATES),
  expires_at: instant.nullable(),
  created_at: instant,
});

const KeptReport = z.object({
  report_url: z.string(),
  host: z.string().nullable(),
  grade: z.string(),
  score: z.int().min(0).max(100),
  scanned_at: instant,
  kept_until: instant,
});

const ComplianceReport = z.object({
  id: z.string(),
  url: z.string(),
  sent_to: z.string(),
  scope: Scope.nullable(),
  frameworks: z.array(z.string()),
  prepared_for: z.string().nullable(),
  state: z.enum(REPORT_STATES),
  report_url: z.string().nullable(),
  file_name: z.string().nullable(),
  created_at: instant,
  mailed_at: instant.nullable(),
});

const Session = z.object({
  browser: z.string(),
  current: z.boolean(),
  created_at: instant,
  last_seen_at: instant,
});

export const Account = z.object({
  email: z.string(),
  keys: z.array(Key),
  purchases: z.array(Purchase),
  tokens: z.array(Token),
  reports: z.array(KeptReport).describe('the newest reports that its keys and tokens paid for'),
  compliance_reports: z.array(ComplianceReport),
  sessions: z.array(Session),
});

const ClaimedSite = z.object({ host: z.string(), created_at: instant, verified_at: instant.nullable() });
const BatchOfScans = z.object({
  batch_id: z.string(),
  key_id: z.string(),
  callback_url: z.string().nullable(),
  created_at: instant,
  scans: z.array(z.object({ url: z.string(), state: z.enum(SCAN_STATES), report_id: z.string().nullable() })),
});
const Mail = z.object({ template: z.string(), state: z.string(), created_at: instant, sent_at: instant.nullable() });

export const AccountExport = Account.extend({
  exported_at: instant,
  sites: z.array(ClaimedSite),
  batches: z.array(BatchOfScans),
  mails: z.array(Mail),
});
