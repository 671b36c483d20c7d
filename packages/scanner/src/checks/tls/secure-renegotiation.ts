import { defineCheck } from '../../check.ts';
import { blocks } from '../../fix-blocks.ts';
import { PROTOCOL_LINES } from './server-config.ts';
import { unknownUnlessModern } from './what-was-seen.ts';

/** Example that triggers it: a TLS 1.2 ServerHello without the renegotiation_info extension. */
export default defineCheck({
  id: 'tls/secure-renegotiation',
  title: 'Secure renegotiation',
  severity: 'important',
  deduction: 6,
  why: 'Without the renegotiation_info extension, an attacker on the network path can insert their own request before a visitor’s request in the same session.',
  fix: blocks(
    'Update the TLS software: every library has supported RFC 5746 since 2010. TLS 1.3 has no renegotiation.',
    PROTOCOL_LINES,
  ),
  references: ['https://www.rfc-editor.org/rfc/rfc5746'],
  needs: ['tls'],
  outcomes: {
    supported: { title: 'Secure renegotiation is supported', status: 'good' },
    missing: { title: 'Secure renegotiation is not supported', weakness: 'tls-handshake', status: 'missing', cap: 89 },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    // TLS 1.3 has no renegotiation.
    if (tls.secure_renegotiation === null) return unknownUnlessModern(tls);
    return { outcome: tls.secure_renegotiation ? 'supported' : 'missing' };
  },
});
