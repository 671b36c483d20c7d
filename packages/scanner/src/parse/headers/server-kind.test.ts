import { expect, it } from 'vitest';
import type { HeaderFields } from '../../evidence/http.ts';
import { serverKind } from './server-kind.ts';

it.each<[string, HeaderFields, string | null]>([
  ['nginx', [['Server', 'nginx/1.24.0 (Ubuntu)']], 'nginx'],
  ['OpenResty', [['Server', 'openresty']], 'nginx'],
  ['Apache', [['Server', 'Apache/2.4.62 (Debian)']], 'apache'],
  ['LiteSpeed reads .htaccess', [['Server', 'LiteSpeed']], 'apache'],
  ['Tomcat is not Apache httpd', [['Server', 'Apache-Coyote/1.1']], null],
  [
    'Caddy before an application',
    [
      ['Via', '1.1 Caddy'],
      ['X-Powered-By', 'PHP/8.3'],
    ],
    'caddy',
  ],
  [
    'IIS',
    [
      ['Server', 'Microsoft-IIS/10.0'],
      ['X-Powered-By', 'ASP.NET'],
    ],
    'iis',
  ],
  ['Express', [['X-Powered-By', 'Express']], 'express'],
  ['self-hosted Next.js', [['X-Powered-By', 'Next.js']], 'nextjs'],
  [
    'Next.js on Vercel',
    [
      ['X-Powered-By', 'Next.js'],
      ['X-Vercel-Id', 'fra1::x'],
      ['Server', 'Vercel'],
    ],
    'vercel',
  ],
  [
    'Netlify',
    [
      ['Server', 'Netlify'],
      ['X-Nf-Request-Id', '01J'],
    ],
    'netlify',
  ],
  [
    'Cloudflare hides the origin',
    [
      ['Server', 'cloudflare'],
      ['CF-RAY', '8-FRA'],
    ],
    'cloudflare',
  ],
  [
    'CloudFront',
    [
      ['Server', 'AmazonS3'],
      ['X-Amz-Cf-Id', 'x'],
    ],
    'cloudfront',
  ],
  [
    'WordPress behind an unnamed server',
    [['Link', '<https://a.example/wp-json/>; rel="https://api.w.org/"']],
    'wordpress',
  ],
  ['nothing', [['Server', 'gws']], null],
])('%s', (_name, headers, kind) => {
  expect(serverKind(headers)).toBe(kind);
});
