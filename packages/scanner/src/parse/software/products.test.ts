import fc from 'fast-check';
import { expect, it } from 'vitest';
import { latin1 } from '../../../test/latin1.ts';
import { bareVersion, productVersions } from './products.ts';

it.each<[string, string[]]>([
  ['nginx', []],
  ['nginx/1.18.0 (Ubuntu)', ['nginx 1.18.0']],
  [
    'Apache/2.4.57 (Debian) mod_ssl/2.4.57 OpenSSL/3.0.11 PHP/8.2.7',
    ['Apache 2.4.57', 'mod_ssl 2.4.57', 'OpenSSL 3.0.11', 'PHP 8.2.7'],
  ],
  ['WordPress 6.4.2', ['WordPress 6.4.2']],
  ['Joomla! 3.9', ['Joomla! 3.9']],
  ['Drupal 10 (https://www.drupal.org)', []],
  ['awselb/2.0', []],
  ['Phusion Passenger 6.0.4', ['Passenger 6.0.4']],
  ['OpenSSL/1.1.1k', ['OpenSSL 1.1.1k']],
  // GlassFish writes two spaces.
  ['GlassFish Server Open Source Edition  4.1', ['GlassFish 4.1']],
  [
    'Servlet/3.1 JSP/2.3 (GlassFish Server Open Source Edition  4.1  Java/Oracle Corporation/1.8)',
    ['Servlet 3.1', 'JSP 2.3', 'GlassFish 4.1', 'Corporation 1.8'],
  ],
  ['WebLogic Server 10.3.6', ['WebLogic 10.3.6']],
  ['Liferay Community Edition Portal 6.2 CE GA6', ['Liferay 6.2']],
  ['PHP/8.1.2-1ubuntu2.14', ['PHP 8.1.2']],
  ['ASP.NET Core 6.0', ['ASP.NET Core 6.0']],
  ['Payara Server 5.2022.5', ['Payara Server 5.2022.5']],
  ['WPML ver:4.5.8 stt:1,4,3;0', ['WPML 4.5.8']],
  ['concrete5 - 8.5.4', ['concrete5 8.5.4']],
  ['Divi v.4.23.1', ['Divi 4.23.1']],
  ['Example ver. 1.2', ['Example 1.2']],
  ['Example v1.2', ['Example 1.2']],
  ['HTTP/1.1', []],
  ['Example version 1.2', ['Example 1.2']],
  ['All in One SEO (AIOSEO) 4.5.3.1', ['SEO 4.5.3.1']],
  ['Apache (Ubuntu)', []],
  ['Mini web server 1.0 ZTE corp 2005.', ['Mini web server 1.0']],
  ['SAP NetWeaver Application Server 7.53 / AS Java 7.50', ['SAP NetWeaver Application Server 7.53', 'Java 7.50']],
])('%s', (value, products) => {
  expect(productVersions(value).map(({ product, version }) => `${product} ${version}`)).toEqual(products);
});

it('reads a bare version', () => {
  expect(bareVersion('4.0.30319')).toBe('4.0.30319');
  expect(bareVersion('2026')).toBeNull();
});

it('accepts any text and returns a bounded result', () => {
  fc.assert(
    fc.property(latin1(2000), (value) => {
      for (const { product, version } of productVersions(value))
        expect(product.length + version.length).toBeLessThan(256);
    }),
  );
});
