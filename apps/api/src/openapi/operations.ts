import type { HeaderName } from './answers.ts';
import type { Schema } from './document.ts';

interface Known {
  id: string;
  /** Headers of the 200 response, in addition to those of every response. */
  headers?: readonly HeaderName[];
  /** Credentials that it needs; none by default. */
  security?: Record<string, string[]>[];
  /** A valid body. */
  example?: Readonly<Record<string, unknown>>;
  /** Content of a body that the route reads raw, without a schema. */
  body?: Readonly<Record<string, { schema: Schema; example?: unknown }>>;
}

const KEY = [{ apiKey: [] }];
const SESSION = [{ session: [] }];
/** A report of any column and version, or saved evidence. */
const REPORT_FILE = {
  schema: { anyOf: [{ $ref: '#/components/schemas/ProReport' }, { type: 'object', additionalProperties: true }] },
};
const PDF = { schema: { type: 'string', contentMediaType: 'application/pdf' } };
const IMAGE = (type: string) => ({ schema: { type: 'string', contentMediaType: type } });
const URL_BODY = { url: 'example.com' };
const FREE = ['RateLimit', 'RateLimit-Policy'] as const;

/** What the routes' schemas do not contain. An operation that is not listed here is named after its path. */
export const OPERATIONS: Readonly<Record<string, Known>> = {
  'post /api/scan': {
    id: 'scan',
    headers: [...FREE, 'X-Report-Delete-Token'],
    security: [{}, ...KEY],
    example: URL_BODY,
  },
  'post /api/scan/pro': {
    id: 'scanPro',
    headers: ['X-Scans-Remaining', 'X-Report-Delete-Token'],
    security: KEY,
    example: URL_BODY,
  },
  'post /api/report/pdf': {
    id: 'createReportPdf',
    headers: ['X-Scans-Remaining', 'Content-Disposition', 'X-Report-Url', 'X-Report-Delete-Token'],
    security: KEY,
    example: { ...URL_BODY, prepared_for: 'Example Ltd', prepared_by: 'Jane Auditor' },
  },
  'post /api/scans': {
    id: 'createBatch',
    headers: ['X-Scans-Remaining'],
    security: KEY,
    example: { urls: ['example.com', 'https://www.example.org/'], callback_url: 'https://hooks.example.com/palisade' },
  },
  'get /api/scans/{batch_id}': { id: 'getBatch', security: KEY },
  'get /api/scans/{batch_id}/deliveries': { id: 'getBatchDeliveries', security: KEY },
  'get /api/verify-key': { id: 'verifyKey', security: KEY },
  'get /api/usage': { id: 'getUsage', security: [{ apiKeyInQuery: [] }] },
  'post /api/verify-one-time': {
    id: 'verifyOneTimePayment',
    example: { payment_id: 'pay_29QQoUBi66xm2f', email: 'you@example.com' },
  },
  'post /api/compliance-report/pay': {
    id: 'payForComplianceReport',
    example: { provider: 'stripe', email: 'you@example.com', url: 'example.com' },
  },
  'post /api/compliance-report/generate': {
    id: 'generateComplianceReport',
    example: { token: 'pal_comp_4mXw8Qz2Lr7Vb1Nc5Ty9Kd3Hf6Jg0Ps8Wu2', url: 'example.com', email: 'you@example.com' },
  },
  'post /api/checkout': {
    id: 'beginCheckout',
    example: { product: 'pro', provider: 'stripe', email: 'you@example.com' },
  },
  'post /api/webhooks/stripe': { id: 'receiveStripeEvent' },
  'post /api/webhooks/razorpay': { id: 'receiveRazorpayEvent' },
  'get /api/reports/{report_id}': { id: 'getReport' },
  'get /api/reports/{report_id}/evidence': { id: 'getReportEvidence' },
  'get /api/reports/{report_id}/pdf': { id: 'getReportPdf', headers: ['Content-Disposition'] },
  'get /api/reports/{report_id}/findings.csv': { id: 'getFindingsCsv', headers: ['Content-Disposition'] },
  'get /api/reports/{report_id}/findings.html': { id: 'getFindingsHtml', headers: ['Content-Disposition'] },
  'get /api/reports/{report_id}/compliance-pdf': { id: 'getCompliancePdf', headers: ['Content-Disposition'] },
  'delete /api/reports/{report_id}': { id: 'deleteReport', security: [{ deleteToken: [] }, ...KEY] },
  'get /api/reports/{report_id}/changes': { id: 'getReportChanges' },
  'post /api/verify': {
    id: 'verifyReport',
    body: { 'application/json': REPORT_FILE, 'application/pdf': PDF },
  },
  'post /api/compliance-report/logo': {
    id: 'sendClientLogo',
    body: { 'image/png': IMAGE('image/png'), 'image/jpeg': IMAGE('image/jpeg') },
  },
  'post /api/open': { id: 'openSavedFile', body: { 'application/json': REPORT_FILE } },
  'get /.well-known/palisade-keys.json': { id: 'getReportKeys' },
  'get /api/leaderboard': { id: 'getLeaderboard' },
  'post /api/leaderboard': { id: 'askForListing', example: { host: 'www.example.com' } },
  'get /api/site/{host}': { id: 'getSiteHistory' },
  'post /api/site/{host}/listing': { id: 'setListing', security: SESSION, example: { wish: 'opt-out' } },
  'get /api/site/{host}/changes': { id: 'getSiteChanges' },
  'post /api/account/sign-in': { id: 'signIn', example: { email: 'you@example.com' } },
  'post /api/account/sign-out': { id: 'signOut', security: SESSION },
  'delete /api/account/sessions': { id: 'endAllSessions', security: SESSION },
  'get /api/account': { id: 'getAccount', security: SESSION },
  'delete /api/account': { id: 'deleteAccount', security: SESSION },
  'post /api/account/keys/rotate': { id: 'rotateKey', security: SESSION },
  'post /api/account/resend': { id: 'sendAgain', security: SESSION },
  'get /api/account/export': { id: 'exportAccount', security: SESSION },
  'post /api/account/portal': { id: 'openPortal', security: SESSION },
  'post /api/account/subscription/merge': { id: 'mergeSubscriptions', security: SESSION },
  'post /api/account/subscription/cancel': { id: 'cancelSubscription', security: SESSION },
  'get /api/account/sites': { id: 'listSites', security: SESSION },
  'post /api/account/sites': { id: 'claimSite', security: SESSION },
  'delete /api/account/sites/{id}': { id: 'unclaimSite', security: SESSION },
  'get /healthz': { id: 'getHealth' },
  'get /readyz': { id: 'getReadiness' },
};

/** `get /api/account/keys` is `getApiAccountKeys`. */
export function operationName(method: string, path: string): string {
  const words = path.split(/[^a-z0-9]+/iu).filter(Boolean);
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

export const TAGS = [
  { name: 'Scans', description: 'Scan a website and get its report.' },
  { name: 'Reports', description: 'Read, verify and delete existing reports.' },
  { name: 'Keys', description: 'Check API keys and their usage.' },
  { name: 'Payments', description: 'Purchases and payment provider webhooks.' },
  { name: 'Account', description: 'Manage your own subscription, keys and data.' },
  { name: 'Public', description: 'Public results of hosts: leaderboard, badges, history.' },
  { name: 'Operations', description: 'For load balancers and monitoring.' },
];
