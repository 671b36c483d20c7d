import { defineCheck } from '../../check.ts';
import { blocks } from '../../fix-blocks.ts';
import { unknownUnlessModern } from './what-was-seen.ts';

/** Example that triggers it: a ServerHello that picks compression method 1 (DEFLATE). */
export default defineCheck({
  id: 'tls/compression',
  title: 'TLS compression',
  severity: 'important',
  deduction: 8,
  why: 'With TLS compression, the length of a message reveals its content. Attackers have stolen session cookies this way (CRIME).',
  fix: blocks('# Apache\nSSLCompression off', '# nginx 1.3.2 and later never compress TLS: upgrade nginx and OpenSSL.'),
  references: ['https://www.rfc-editor.org/rfc/rfc9325#section-3.3', 'https://nvd.nist.gov/vuln/detail/CVE-2012-4929'],
  needs: ['tls'],
  outcomes: {
    off: { title: 'TLS compression is off', status: 'good' },
    on: { title: 'TLS compression is on (CRIME)', weakness: 'tls-compression', status: 'bad', cap: 69 },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    // TLS 1.3 has no compression.
    if (tls.compression === null) return unknownUnlessModern(tls);
    return tls.compression ? { outcome: 'on', evidence: ['the server chose DEFLATE'] } : { outcome: 'off' };
  },
});
