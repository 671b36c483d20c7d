import { expect, it } from 'vitest';
import type { HeaderFields } from '../../evidence/http.ts';
import { pageOf } from '../../../test/page-of.ts';
import { judged } from '../../../test/evidence.ts';
import check from './version-disclosure.ts';

/** From the documentation of each product. */
it.each<[HeaderFields, string[], string[]]>([
  [[['Server', 'nginx/1.28.0']], ['server_tokens off;'], ['ServerTokens', 'expose_php', 'web.config']],
  [[['Server', 'openresty/1.27.1.2']], ['server_tokens off;'], ['ServerTokens']],
  [[['Server', 'Apache/2.4.66 (Debian)']], ['ServerTokens Prod'], ['server_tokens', 'expose_php']],
  [
    [
      ['Server', 'nginx/1.28.0'],
      ['X-Powered-By', 'PHP/8.4.1'],
    ],
    ['server_tokens off;', 'expose_php = Off'],
    ['ServerTokens'],
  ],
  [[['X-Powered-By', 'Next.js 12.1.0']], ['poweredByHeader: false'], ['nginx']],
  [[['Server', 'Jetty(9.4.53.v20231009)']], ['jetty.httpConfig.sendServerVersion=false'], ['ServerTokens']],
  [[['Server', 'lighttpd/1.4.53']], ['server.tag'], ['ServerTokens']],
  [
    [
      ['Server', 'Microsoft-IIS/10.0'],
      ['X-AspNet-Version', '4.0.30319'],
    ],
    ['removeServerHeader', 'enableVersionHeader'],
    ['nginx'],
  ],
  [[['X-AspNetMvc-Version', '5.2']], ['DisableMvcResponseHeader'], ['nginx']],
  [[['Server', 'nginx + Phusion Passenger 6.0.4']], ['passenger_show_version_in_header off'], ['ServerTokens']],
  [
    [
      ['X-PHP-Version', '8.4.1'],
      ['Via', '1.1 varnish (Varnish/6.0)'],
    ],
    ['unset resp.http.Via;'],
    ['server_tokens'],
  ],
  [[['X-Jenkins', '2.319.1']], ['proxy_hide_header X-Jenkins;', 'Header unset X-Jenkins'], ['ServerTokens']],
  // Only the server itself can change this field. A proxy replaces it.
  [
    [['Server', 'gunicorn/20.0.4']],
    ['nginx in front replaces the field'],
    ['proxy_hide_header Server', 'Header unset'],
  ],
])('%j', (headers, expected, unrelated) => {
  const fix = judged(check, { headers })?.fix ?? '';
  for (const words of expected) expect(fix).toContain(words);
  for (const words of unrelated) expect(fix).not.toContain(words);
});

// nginx 1.22: '"server_tokens" directive is duplicate', and it does not start.
it('names no nginx setting twice', () => {
  const headers: HeaderFields = [
    ['Server', 'nginx/1.28.0'],
    ['Server', 'gunicorn/20.0.4'],
  ];
  const { fix } = judged(check, { headers }) ?? {};
  expect(fix?.match(/server_tokens off;/gu)).toHaveLength(1);
  expect(fix).toContain('nginx in front replaces the field');
});

it('a generator in the page is changed in the page', () => {
  const page = pageOf(
    '<meta name="generator" content="WordPress 6.4.2"><meta name="generator" content="Example 1.2.3">',
  );
  const { fix } = judged(check, { page }) ?? {};
  expect(fix).toContain("remove_action('wp_head', 'wp_generator');");
  expect(fix).toContain('Remove this element from the template');
  expect(fix).not.toContain('nginx');
});
