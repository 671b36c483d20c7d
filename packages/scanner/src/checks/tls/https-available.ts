import { defineCheck } from '../../check.ts';
import { PROTOCOL_LINES } from './server-config.ts';

/** Example that triggers it: `http://example.test` with nothing listening on port 443. */
export default defineCheck({
  id: 'tls/https-available',
  title: 'HTTPS',
  severity: 'critical',
  deduction: 40,
  why: 'HTTPS keeps what visitors send and receive from being read or changed on the way. Without it anyone on the path can do both.',
  fix: `Get a certificate (free from an ACME authority: certbot --nginx, or certbot --apache), serve the site on port 443 and send port 80 there.\n${PROTOCOL_LINES}`,
  references: ['https://www.rfc-editor.org/rfc/rfc9325', 'https://https.cio.gov/everything/'],
  needs: ['tls'],
  outcomes: {
    offered: { title: 'HTTPS offered', status: 'good' },
    closed: {
      title: 'No HTTPS: nothing listens on its port',
      weakness: 'http-no-redirect',
      status: 'missing',
      cap: 49,
      explanation: 'Nothing listens on the HTTPS port: this site can only be reached in clear text.',
    },
    not_tls: {
      title: 'No HTTPS: its port does not speak TLS',
      weakness: 'http-no-redirect',
      status: 'missing',
      cap: 49,
      explanation:
        'Something answers on the HTTPS port, but it does not speak TLS: no browser can open the site over HTTPS.',
    },
  },
  judge({ tls }) {
    const where = `${tls.host}:${tls.port}`;
    if (tls.endpoint === 'closed') return { outcome: 'closed', evidence: [`${where} refuses connections`] };
    if (tls.endpoint === 'not_tls')
      return { outcome: 'not_tls', evidence: [`${where} answered "${tls.banner ?? ''}"`] };
    return { outcome: 'offered', evidence: [where] };
  },
});
