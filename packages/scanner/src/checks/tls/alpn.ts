import { defineCheck } from '../../check.ts';
import { isHopAt } from '../../evidence/http.ts';

/** For information only: HTTP/2 is about speed, not security. */
export default defineCheck({
  id: 'tls/alpn',
  title: 'HTTP version negotiation (ALPN)',
  severity: 'minor',
  deduction: 0,
  why: 'ALPN lets the client and server agree on HTTP/2 without another round trip, and prevents a connection for one protocol from being used for another.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc7301'],
  needs: ['tls'],
  optional: ['http'],
  outcomes: {
    h2: { title: 'HTTP/2 negotiated', status: 'good' },
    only_h2: {
      title: 'HTTP/2 only',
      status: 'good',
      note: 'The server does not answer over HTTP/1.1, so this scan read the page over HTTP/2, as browsers do. Monitors, crawlers and other simple clients that support only HTTP/1.1 cannot open the site.',
    },
    http1: {
      title: 'HTTP/1.1 negotiated',
      status: 'good',
      note: 'The scan offered HTTP/2, but the server did not choose it. HTTP/2 would make the site faster.',
    },
    none: {
      title: 'No HTTP version negotiated',
      status: 'good',
      note: 'The server does not support ALPN.',
    },
  },
  judge({ tls, http }) {
    if (tls.endpoint !== 'tls' || !tls.handshake.completed) return null;
    if (tls.alpn === null) return { outcome: 'none' };
    if (http?.hops.some((hop) => hop.http2 === true && isHopAt(hop, tls)))
      return { outcome: 'only_h2', evidence: ['h2'] };
    return { outcome: tls.alpn === 'h2' ? 'h2' : 'http1', evidence: [tls.alpn] };
  },
});
