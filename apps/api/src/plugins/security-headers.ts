import type { FastifyInstance } from 'fastify';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The job browser sets inline styles and a base; scripts stay external. */
const JOBS_POLICY = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'").replace(
  "base-uri 'none'",
  "base-uri 'self'",
);

/** The headers that our own scanner expects of other sites. */
export function securityFields({ https }: { https: boolean }): Readonly<Record<string, string>> {
  return {
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // With `no-referrer`, browsers send `Origin: null` with our own forms, too. On plain http they send nothing better.
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    // Responses contain reports and credential states, so no cache may store them. Static files set their own value.
    'cache-control': 'no-store',
    ...(https && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  };
}

/** Sets them on every response. */
export function securityHeaders(app: FastifyInstance, options: { https: boolean }): void {
  const fields = securityFields(options);
  const ofJobs = { ...fields, 'content-security-policy': JOBS_POLICY };
  app.addHook('onSend', async (request, reply) => {
    // A route that needs another value (a badge shown on other sites, a payment page) has set it already.
    for (const [name, value] of Object.entries(request.url.startsWith('/ops/queues') ? ofJobs : fields))
      if (!reply.hasHeader(name)) reply.header(name, value);
  });
}
