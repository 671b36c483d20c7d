import { defineCheck } from '../../check.ts';

/** An observation: HTTP/2 is about speed, not safety. */
export default defineCheck({
  id: 'tls/alpn',
  title: 'HTTP version agreed in the handshake (ALPN)',
  severity: 'minor',
  deduction: 0,
  why: 'ALPN lets client and server agree on HTTP/2 without a further round trip, and keeps a connection meant for one protocol from being used for another.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc7301'],
  needs: ['tls'],
  outcomes: {
    h2: { title: 'HTTP/2 agreed in the handshake', status: 'good' },
    http1: {
      title: 'HTTP/1.1 agreed in the handshake',
      status: 'good',
      note: 'HTTP/2 was on offer and not chosen; it would make the site faster.',
    },
    none: {
      title: 'No protocol agreed in the handshake (ALPN unused)',
      status: 'good',
      note: 'The server does not take part in ALPN.',
    },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls' || !tls.handshake.completed) return null;
    if (tls.alpn === null) return { outcome: 'none' };
    return { outcome: tls.alpn === 'h2' ? 'h2' : 'http1', evidence: [tls.alpn] };
  },
});
