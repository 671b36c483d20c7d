import { expect, it } from 'vitest';
import type { HeaderFields } from '../../evidence/http.ts';
import { readPage } from '../../parse/page/page.ts';
import { evidenceWith, judged } from '../../../test/evidence.ts';
import { serverFingerprintEvidence } from '../../sections/server-fingerprint.ts';
import versionDisclosure from './version-disclosure.ts';

it.each<[string, HeaderFields, string, string?]>([
  ['nothing', [], 'silent'],
  ['bare name', [['Server', 'nginx']], 'names', 'Server: nginx'],
  ['CDN', [['Server', 'cloudflare']], 'names'],
  ['load balancer constant', [['Server', 'awselb/2.0']], 'names'],
  ['edge constant', [['Server', 'ECS (dcb/7F3C)']], 'names'],
  ['nginx', [['Server', 'nginx/1.18.0']], 'versions', '1.18.0'],
  ['PHP', [['X-Powered-By', 'PHP/8.4.1']], 'versions', '8.4.1'],
  ['chain of products', [['Server', 'Apache/2.4.57 (Debian) OpenSSL/3.0.11']], 'versions', 'OpenSSL/3.0.11'],
  ['ASP.NET', [['X-AspNet-Version', '4.0.30319']], 'versions', '4.0.30319'],
  ['Jetty', [['Server', 'Jetty(9.4.31.v20200723)']], 'versions'],
  ['Express', [['X-Powered-By', 'Express']], 'names'],
  // Fields that only one product sends.
  ['Magento', [['X-Magento-Tags', 'a,b']], 'names'],
  ['Drupal', [['x-drupal-cache', 'HIT']], 'names'],
  ['WordPress', [['X-Pingback', 'https://example.test/xmlrpc.php']], 'names'],
  ['request time of Rails', [['X-Runtime', '0.012345']], 'silent'],
  // Cookies that only one product sets. Their values are secrets.
  ['PHP, by its cookie', [['Set-Cookie', 'PHPSESSID=secret; path=/']], 'names', 'Set-Cookie: PHPSESSID (PHP)'],
  ['Java, by its cookie', [['Set-Cookie', 'JSESSIONID=A.node1; Path=/']], 'names', 'JSESSIONID (Java)'],
  ['Drupal, by its cookie', [['Set-Cookie', `SSESS${'0a'.repeat(16)}=x`]], 'names', '(Drupal)'],
  ['a cookie of the application', [['Set-Cookie', 'acme_session=x; path=/']], 'silent'],
  ['a machine and its address', [['X-Backend', 'web-01/10.0.0.5']], 'names', 'web-01'],
  ['software of a machine', [['X-Server', 'web-01 nginx/1.25.3']], 'versions', 'nginx'],
  ['proxy', [['Via', '1.1 varnish']], 'names', 'Via'],
  ['proxy with its version', [['Via', '1.1 varnish (Varnish/6.0)']], 'proxy', 'Varnish'],
  [
    'server and proxy with versions',
    [
      ['Server', 'nginx/1.28.0'],
      ['Via', '1.1 varnish (Varnish/6.0)'],
    ],
    'versions',
    'Varnish',
  ],
  ['huge', [['Server', `nginx/1${'.1'.repeat(5000)}`]], 'versions'],
])('%s', (_name, headers, outcome, mention) => {
  const verdict = judged(versionDisclosure, { headers });
  expect(verdict?.outcome).toBe(outcome);
  if (mention) expect(verdict?.evidence.join('\n')).toContain(mention);
  expect(verdict?.evidence.every((line) => line.length < 300)).toBe(true);
});

it('reads the generator of the page', () => {
  const html = new TextEncoder().encode('<meta name="Generator" content="WordPress 6.4.2">');
  const page = readPage(html, { url: 'https://example.test/', contentType: 'text/html', truncated: false });
  expect(judged(versionDisclosure, { page })).toMatchObject({
    outcome: 'versions',
    evidence: ['meta generator: WordPress 6.4.2'],
  });
});

it('the section lists products with the end of their support', () => {
  const headers: HeaderFields = [
    ['Server', 'nginx/1.18.0'],
    ['X-Powered-By', 'PHP/8.3.1'],
  ];
  expect(serverFingerprintEvidence(evidenceWith({ headers })).versions).toEqual([
    { source: 'Server', product: 'nginx', version: '1.18.0', support_ended: '2021-04-20' },
    { source: 'X-Powered-By', product: 'PHP', version: '8.3.1', support_ended: null },
  ]);
});
