/** What every process needs from the machine. */
const SYSTEM =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_.+|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|WINDIR|APPDATA|LOCALAPPDATA|USERPROFILE|NODE_ENV|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR|NO_COLOR|FORCE_COLOR|CI|LOG_LEVEL|OTEL_.+)$/i;
const PLACES = ['DATABASE_URL', 'REDIS_URL', 'REDIS_CLUSTER', 'DATA_DIR'];
const PROVIDERS = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_BASE_URL',
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'RAZORPAY_API_BASE_URL',
];
const MAIL = ['RESEND_API_KEY', 'RESEND_BASE_URL'];
/** The launcher's own: each service gets an address with its own role. */
const ROLES = ['DATABASE_PASSWORD_API', 'DATABASE_PASSWORD_SCAN_WORKER', 'DATABASE_PASSWORD_REPORT_WORKER'];
const OPERATORS = ['OPS_TOKEN', 'OPS_JOBS_WRITABLE'];

const SCANNING = new Set([
  'APP_SECRET',
  'REPORT_SIGNING_KEY',
  'MAIL_FROM',
  'TRUST_PROXY',
  ...PROVIDERS,
  ...MAIL,
  ...OPERATORS,
  ...ROLES,
]);

/** Palisade's variables that a service must not get. All others go to every service. */
const WITHHELD = {
  api: new Set([...MAIL, ...ROLES]),
  'scan-worker': SCANNING,
  'browser-worker': SCANNING,
  'report-worker': new Set([...OPERATORS, ...ROLES]),
} as const;
export type ServiceName = keyof typeof WITHHELD;

/**
 * A service's environment. Variables that belong neither to the system nor to Palisade stay
 * out: an operator's shell may contain unrelated credentials.
 * @param variables the names in Palisade's configuration
 */
export function environmentFor(
  service: ServiceName,
  environment: NodeJS.ProcessEnv,
  variables: ReadonlySet<string>,
): NodeJS.ProcessEnv {
  const withheld: ReadonlySet<string> = WITHHELD[service];
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => SYSTEM.test(name) || ((variables.has(name) || PLACES.includes(name)) && !withheld.has(name)),
    ),
  );
}
