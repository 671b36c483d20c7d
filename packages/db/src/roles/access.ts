/** One database role for each service. None owns a table, creates one or reads another database. */
export const ROLES = {
  api: 'palisade_api',
  'scan-worker': 'palisade_scan_worker',
  'report-worker': 'palisade_report_worker',
} as const;
export type Role = keyof typeof ROLES;

/** `r` read, `a` append, `c` change, `d` delete. */
type Rights = string;

const LEASE =
  'id, url, tier, browser, pages, state, owner, fence, due_at, created_at, started_at, finished_at, live_key';
/** Individual columns that the scan worker may read in addition: no other caller's report, no account's address. */
const SCAN_WORKER_COLUMNS = [
  `select (${LEASE}) on public.scan`,
  `update (${LEASE}, body, error) on public.scan`,
  'select (id, host, challenge, verified_at, checked_at, wish) on public.owned_site',
  'update (verified_at, checked_at) on public.owned_site',
];
/** Tables of which a service may use individual columns. */
export const BY_COLUMN: Readonly<Partial<Record<Role, readonly string[]>>> = { 'scan-worker': ['scan', 'owned_site'] };

/**
 * Exactly what each service may do with each table. The scan worker parses hostile responses: it can reach no key, token,
 * address, payment or mail. The ledger and the audit trail are append-only;
 * only the report worker's housekeeping deletes expired rows.
 */
export const TABLES: Readonly<Record<string, Readonly<Partial<Record<Role, Rights>>>>> = {
  access_token: { api: 'rac', 'report-worker': 'racd' },
  account_session: { api: 'racd', 'report-worker': 'rd' },
  api_key: { api: 'rac', 'report-worker': 'rac' },
  api_key_secret: { api: 'rac', 'report-worker': 'rac' },
  audit_entry: { api: 'ra', 'report-worker': 'ra' },
  batch_scan: { api: 'rac', 'report-worker': 'rcd' },
  // The scan worker sends what was signed elsewhere; the body is deleted once it is delivered.
  callback: { api: 'racd', 'scan-worker': 'rc', 'report-worker': 'rcd' },
  callback_attempt: { api: 'r', 'scan-worker': 'a', 'report-worker': 'rd' },
  client_logo: { api: 'rad', 'report-worker': 'rd' },
  compliance_report: { api: 'racd', 'report-worker': 'rcd' },
  host_result: { api: 'rd', 'scan-worker': 'rd', 'report-worker': 'rad' },
  idempotent_request: { api: 'racd', 'report-worker': 'rd' },
  ledger_entry: { api: 'ra', 'report-worker': 'rad' },
  listed_host: { api: 'racd', 'scan-worker': 'racd', 'report-worker': 'rc' },
  mail_message: { api: 'rac', 'report-worker': 'racd' },
  owned_site: { api: 'racd', 'report-worker': 'rcd' },
  pdf_render: { api: 'racd', 'report-worker': 'rcd' },
  provider_event: { api: 'rac', 'report-worker': 'racd' },
  purchase: { api: 'rac', 'report-worker': 'racd' },
  quota_counter: { api: 'rac', 'report-worker': 'rcd' },
  quota_reservation: { api: 'rac', 'report-worker': 'rcd' },
  report_signing_key: { api: 'ra', 'report-worker': 'ra' },
  scan: { api: 'rac', 'report-worker': 'racd' },
  scan_batch: { api: 'rac', 'report-worker': 'rd' },
  scan_evidence: { api: 'r', 'scan-worker': 'a', 'report-worker': 'rd' },
  served_report: { api: 'rac', 'report-worker': 'rcd' },
  sign_in_link: { api: 'racd', 'report-worker': 'rd' },
  subscription: { api: 'rac', 'report-worker': 'racd' },
  worker_heartbeat: { api: 'racd', 'scan-worker': 'racd', 'report-worker': 'racd' },
};

const WORDS: Readonly<Record<string, string>> = { r: 'select', a: 'insert', c: 'update', d: 'delete' };

/**
 * The grants of a role, as SQL without the role's name.
 * @param unnamed tables missing from the list above, which a test rejects: the two services for callers can
 * use them, so that a new table does not stop the service
 */
export function grantsOf(role: Role, unnamed: readonly string[] = []): string[] {
  const grants = Object.entries(TABLES).flatMap(([table, rights]) => {
    const words = [...(rights[role] ?? '')].map((right) => WORDS[right]);
    return words.length === 0 ? [] : [`${words.join(', ')} on public.${table}`];
  });
  if (role === 'scan-worker') return [...grants, ...SCAN_WORKER_COLUMNS];
  for (const table of unnamed) grants.push(`select, insert, update, delete on public."${table}"`);
  // A sequence value is not sensitive; the grants above say which role inserts into which table.
  grants.push('usage on all sequences in schema public');
  return grants;
}
