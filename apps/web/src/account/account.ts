import { money as moneyText } from '@palisade/billing/money';

/** What the page shows of `GET /api/account` and `GET /api/account/sites`. */
export interface Account {
  email: string;
  keys: readonly {
    id: string;
    key: string;
    plan: string;
    status: string;
    scans_used: number;
    scans_limit: number;
    resendable: boolean;
    paid_until: string | null;
    usage: readonly { day: string; scans: number }[];
  }[];
  purchases: readonly Purchase[];
  tokens: readonly { id: string; kind: string; token: string; state: string; expires_at: string | null }[];
  reports: readonly { report_url: string; host: string | null; grade: string; score: number; scanned_at: string }[];
  compliance_reports: readonly {
    id: string;
    url: string;
    sent_to: string;
    state: string;
    report_url: string | null;
    file_name: string | null;
    created_at: string;
  }[];
  sessions: readonly { browser: string; current: boolean; last_seen_at: string }[];
  sites: readonly Site[];
}

export interface Purchase {
  id: string;
  name: string;
  product: string;
  provider: string;
  state: string;
  created_at: string;
  paid_until: string | null;
  /** Includes the grace days for a late payment. */
  works_until: string | null;
  subscription: { status: string; renews_at: string | null; ends_at: string | null } | null;
  payments: readonly { id: string; kind: string; amount: number | null; currency: string | null; at: string }[];
}

interface Site {
  id: string;
  host: string;
  state: string;
  record: { name: string; file: string; value: string };
}

export function day(iso: string): string {
  return iso.slice(0, 10);
}

export function money(amount: number | null, currency: string | null): string {
  return amount === null || currency === null ? '' : moneyText(amount, currency);
}
