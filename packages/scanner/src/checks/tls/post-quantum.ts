import { defineCheck } from '../../check.ts';
import { GROUP_LINES } from './server-config.ts';
import { unanswered } from './what-was-seen.ts';

/** Example that triggers it: a server that resets the 1600 byte ClientHello of a current browser. */
export default defineCheck({
  id: 'tls/post-quantum',
  title: 'Post-quantum key exchange',
  severity: 'minor',
  deduction: 2,
  why: 'Traffic recorded today could be decrypted by a quantum computer later. The hybrid X25519MLKEM768, which browsers already offer, guards against that.',
  fix: `Bring the TLS software, or the load balancer in front of it, up to date: it must put together a ClientHello that comes in two TCP segments.\n${GROUP_LINES}`,
  references: ['https://datatracker.ietf.org/doc/draft-ietf-tls-ecdhe-mlkem/', 'https://tldr.fail/'],
  needs: ['tls'],
  outcomes: {
    offered: { title: 'Post-quantum key exchange offered', status: 'good' },
    absent: {
      title: 'No post-quantum key exchange yet',
      status: 'good',
      note: 'No post-quantum key exchange is offered yet. It costs nothing to turn on (OpenSSL 3.5, Go 1.24, BoringSSL), and protects traffic that is recorded now.',
    },
    large_hello: {
      title: 'Fails on the larger hello of current browsers',
      weakness: 'tls-intolerant',
      status: 'weak',
      explanation:
        'The server fails on a ClientHello that carries a post-quantum key share, as current browsers send it, and works with a smaller one.',
      note: 'Browsers with post-quantum key exchange may be unable to connect.',
    },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    if (tls.handshake.large_hello_refused)
      return { outcome: 'large_hello', evidence: ['ClientHello of about 1600 bytes'] };
    const { offered, group } = tls.post_quantum;
    if (offered === null) return unanswered(tls);
    return offered ? { outcome: 'offered', evidence: [group ?? ''] } : { outcome: 'absent' };
  },
});
