import { defineCheck } from '../../check.ts';
import { GROUP_LINES } from './server-config.ts';
import { unanswered } from './what-was-seen.ts';

/** Example that triggers it: a server that resets the 1600-byte ClientHello of a current browser. */
export default defineCheck({
  id: 'tls/post-quantum',
  title: 'Post-quantum key exchange',
  severity: 'minor',
  deduction: 2,
  why: 'A future quantum computer could decrypt traffic that is recorded today. The hybrid key exchange X25519MLKEM768, which browsers already support, protects against this.',
  fix: `Update the TLS software or the load balancer in front of it. It must handle a ClientHello that arrives in two TCP segments.\n${GROUP_LINES}`,
  references: ['https://datatracker.ietf.org/doc/draft-ietf-tls-ecdhe-mlkem/', 'https://tldr.fail/'],
  needs: ['tls'],
  outcomes: {
    offered: { title: 'Post-quantum key exchange is supported', status: 'good' },
    absent: {
      title: 'No post-quantum key exchange',
      status: 'good',
      note: 'The server does not support post-quantum key exchange yet. It is easy to turn on (OpenSSL 3.5, Go 1.24, BoringSSL) and protects traffic that is recorded today.',
    },
    large_hello: {
      title: 'Server fails on the large ClientHello of current browsers',
      weakness: 'tls-intolerant',
      status: 'weak',
      explanation:
        'The server fails on a ClientHello with a post-quantum key share, which current browsers send, but accepts a smaller one.',
      note: 'Browsers with post-quantum key exchange may be unable to connect.',
    },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    if (tls.handshake.large_hello_refused)
      return { outcome: 'large_hello', evidence: ['ClientHello of about 1,600 bytes'] };
    const { offered, group } = tls.post_quantum;
    if (offered === null) return unanswered(tls);
    return offered ? { outcome: 'offered', evidence: [group ?? ''] } : { outcome: 'absent' };
  },
});
