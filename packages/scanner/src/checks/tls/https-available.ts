import { defineCheck } from '../../check.ts';
import { PROTOCOL_LINES } from './server-config.ts';

/** Example that triggers it: `http://example.test` with nothing listening on port 443. */
export default defineCheck({
  id: 'tls/https-available',
  title: 'HTTPS',
  severity: 'critical',
  deduction: 40,
  why: 'HTTPS protects what visitors send and receive. Without it, anyone on the network path can read and change it.',
  fix: `Get a certificate (free from an ACME authority: certbot --nginx or certbot --apache), serve the site on port 443 and redirect port 80 to it.\n${PROTOCOL_LINES}`,
  references: ['https://www.rfc-editor.org/rfc/rfc9325', 'https://https.cio.gov/everything/'],
  needs: ['tls'],
  outcomes: {
    offered: { title: 'HTTPS is available', status: 'good' },
    closed: {
      title: 'No HTTPS: the port is closed',
      weakness: 'http-no-redirect',
      status: 'missing',
      cap: 49,
      explanation: 'Nothing listens on the HTTPS port, so the site is only reachable without encryption.',
    },
    not_tls: {
      title: 'No HTTPS: the port does not use TLS',
      weakness: 'http-no-redirect',
      status: 'missing',
      cap: 49,
      explanation:
        'A service responds on the HTTPS port, but it does not use TLS, so no browser can open the site over HTTPS.',
    },
  },
  judge({ tls }) {
    const where = `${tls.host}:${tls.port}`;
    if (tls.endpoint === 'closed') return { outcome: 'closed', evidence: [`${where} refuses connections`] };
    if (tls.endpoint === 'not_tls')
      return { outcome: 'not_tls', evidence: [`${where} responded "${tls.banner ?? ''}"`] };
    return { outcome: 'offered', evidence: [where] };
  },
});
