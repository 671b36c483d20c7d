import type { RenderOrder } from '@palisade/pdf/render-order';
import type { Evidence } from '@palisade/scanner/evidence';
import { missing } from '@palisade/scanner/evidence/gathered';
import { judge } from '@palisade/scanner/judge';

const NOTHING = missing('not_applicable', 'us', 'nothing was scanned');

/** A page that answered with nothing configured: its report uses every part of a document. */
const EXAMPLE: Evidence = {
  version: 1,
  target: {
    url: 'https://example.com/',
    scheme: 'https',
    host: 'example.com',
    port: 443,
    registrable_domain: 'example.com',
  },
  scanned_at: '2026-01-01T00:00:00.000Z',
  duration_ms: 1,
  allowed_cidrs: [],
  http: {
    ok: true,
    value: {
      hops: [
        {
          url: 'https://example.com/',
          method: 'GET',
          address: null,
          status: 200,
          headers: [],
          location: null,
          lenient: false,
          refresh: false,
        },
      ],
      end: 'answered',
      body: { bytes: 0, truncated: false, sha256: '', content_type: 'text/html', signs: [] },
    },
  },
  plain_http: NOTHING,
  tls: NOTHING,
  dns: NOTHING,
  cors: NOTHING,
  security_txt: NOTHING,
  page: NOTHING,
};

/**
 * A document for warm-up only: loading fonts and compiling the renderer take seconds,
 * for which the first caller of a new process would otherwise wait.
 */
export function warmUpOrder(serviceName: string): RenderOrder {
  return {
    kind: 'scan',
    report: judge(EXAMPLE, '00000000-0000-4000-8000-000000000000'),
    names: { serviceName },
  };
}
