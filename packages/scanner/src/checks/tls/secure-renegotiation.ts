import { defineCheck } from '../../check.ts';
import { blocks } from '../../fix-blocks.ts';
import { PROTOCOL_LINES } from './server-config.ts';

/** Example that triggers it: a TLS 1.2 ServerHello without the renegotiation_info extension. */
export default defineCheck({
  id: 'tls/secure-renegotiation',
  title: 'Secure renegotiation',
  severity: 'important',
  deduction: 6,
  why: 'Without the renegotiation_info extension an attacker on the path can put its own request in front of that of a visitor, in the same session.',
  fix: blocks(
    'Bring the TLS software up to date: every library has had RFC 5746 since 2010. TLS 1.3 has no renegotiation at all.',
    PROTOCOL_LINES,
  ),
  references: ['https://www.rfc-editor.org/rfc/rfc5746'],
  needs: ['tls'],
  outcomes: {
    supported: { title: 'Secure renegotiation supported', status: 'good' },
    missing: { title: 'Secure renegotiation not supported', weakness: 'tls-handshake', status: 'missing' },
  },
  judge({ tls }) {
    // TLS 1.3 alone: the question does not arise.
    if (tls.endpoint !== 'tls' || tls.secure_renegotiation === null) return null;
    return { outcome: tls.secure_renegotiation ? 'supported' : 'missing' };
  },
});
