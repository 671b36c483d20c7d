/** One database role for each service. None owns a table, makes one or reads another database. */
export const ROLES = {
  api: 'palisade_api',
  'scan-worker': 'palisade_scan_worker',
  'report-worker': 'palisade_report_worker',
} as const;
export type Role = keyof typeof ROLES;

/** `r` read, `a` add, `c` change, `d` delete. */
type Rights = string;

const LEASE =
  'id, url, tier, browser, pages, state, owner, fence, due_at, created_at, started_at, finished_at, live_key';
/** Single columns that the scan worker has besides: no other caller's report, no account's address. */
const SCAN_WORKER_COLUMNS = [
  `select (${LEASE}) on public.scan`,
  `update (${LEASE}, body, error) on public.scan`,
  'select (id, host, challenge, verified_at, checked_at, wish) on public.owned_site',
  'update (verified_at, checked_at) on public.owned_site',
];
/** Tables of which a service has single columns. */
export const BY_COLUMN: Readonly<Partial<Record<Role, readonly string[]>>> = { 'scan-worker': ['scan', 'owned_site'] };

/**
 * What each service may do with each table, and no more. The scan worker meets hostile answers: no key, token,
 * address, payment or mail is within its reach. The ledger and the audit trail are only ever added to; what is
 * past its time is deleted by the report worker's housekeeping alone.
 */
export const TABLES: Readonly<Record<string, Readonly<Partial<Record<Role, Rights>>>>> = {
  access_token: { api: 'rac', 'report-worker': 'racd' },
  account_session: { api: 'racd', 'report-worker': 'rd' },
  api_key: { api: 'rac', 'report-worker': 'rac' },
  api_key_secret: { api: 'rac', 'report-worker': 'rac' },
  audit_entry: { api: 'ra', 'report-worker': 'ra' },
  batch_scan: { api: 'rac', 'report-worker': 'rcd' },
  // The scan worker sends what was signed elsewhere; the text is gone once it is delivered.
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
 * @param unnamed tables that are not in the list above, which a test refuses: the two that serve callers can
 * use them, so that a new table does not stop the service
 */
export function grantsOf(role: Role, unnamed: readonly string[] = []): string[] {
  const grants = Object.entries(TABLES).flatMap(([table, rights]) => {
    const words = [...(rights[role] ?? '')].map((right) => WORDS[right]);
    return words.length === 0 ? [] : [`${words.join(', ')} on public.${table}`];
  });
  if (role === 'scan-worker') return [...grants, ...SCAN_WORKER_COLUMNS];
  for (const table of unnamed) grants.push(`select, insert, update, delete on public."${table}"`);
  // A number from it is no data; which role adds to which table stands above.
  grants.push('usage on all sequences in schema public');
  return grants;
}
