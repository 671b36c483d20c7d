import type { HeaderName } from './answers.ts';

interface Known {
  id: string;
  /** Fields of the answer with status 200, beside those of every answer. */
  headers?: readonly HeaderName[];
  /** Who may call: nothing, by default. */
  security?: Record<string, string[]>[];
  /** A body that works. */
  example?: Readonly<Record<string, unknown>>;
}

const KEY = [{ apiKey: [] }];
const URL_BODY = { url: 'example.com' };
const FREE = ['RateLimit', 'RateLimit-Policy'] as const;

/** What the routes' schemas cannot say of themselves. An operation that is not here gets a name by its path. */
export const OPERATIONS: Readonly<Record<string, Known>> = {
  'post /api/scan': { id: 'scan', headers: FREE, security: [{}, ...KEY], example: URL_BODY },
  'post /api/scan/pro': { id: 'scanPro', headers: ['X-Scans-Remaining'], security: KEY, example: URL_BODY },
  'post /api/report/pdf': {
    id: 'createReportPdf',
    headers: ['X-Scans-Remaining', 'Content-Disposition'],
    security: KEY,
    example: { ...URL_BODY, prepared_for: 'Example Ltd', prepared_by: 'Jane Auditor' },
  },
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
  'delete /api/reports/{report_id}': { id: 'deleteReport' },
  'post /api/verify': { id: 'verifyReport' },
  'get /.well-known/palisade-keys.json': { id: 'getReportKeys' },
  'get /api/leaderboard': { id: 'getLeaderboard' },
  'post /api/leaderboard': { id: 'askForListing', example: { host: 'www.example.com' } },
  'get /api/site/{host}': { id: 'getSiteHistory' },
  'get /api/site/{host}/changes': { id: 'getSiteChanges' },
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
  { name: 'Reports', description: 'Reports that were made: read again, verified, deleted.' },
  { name: 'Keys', description: 'What an API key is worth.' },
  { name: 'Payments', description: 'Buying, and what the payment providers report.' },
  { name: 'Account', description: 'What a customer does about their own subscription, keys and data.' },
  { name: 'Public', description: 'Hosts whose results are public: leaderboard, badges, history.' },
  { name: 'Operations', description: 'For load balancers and monitoring.' },
];
