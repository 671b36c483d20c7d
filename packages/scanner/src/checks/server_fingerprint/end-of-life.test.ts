import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import endOfLife from './end-of-life.ts';

/** Dates: endoflife.date; builds: package lists of the distributions (data/end-of-life.json). */
it.each<[string, string, string]>([
  ['Server', 'nginx/1.18.0', 'ended'],
  ['Server', 'nginx/1.30.0', 'good'],
  // Alpine 3.22 and Amazon Linux 2023 send nginx's own name and patch these versions.
  ['Server', 'nginx/1.28.0', 'perhaps_distribution'],
  ['Server', 'nginx/1.26.3', 'perhaps_distribution'],
  ['Server', 'nginx/1.24.0', 'perhaps_distribution'],
  ['Server', 'nginx/1.28.1', 'ended'],
  ['Server', 'nginx/1.26.1', 'ended'],
  ['Server', 'nginx/1.17.3', 'ended'],
  ['Server', 'nginx/0.8.54', 'ended'],
  ['Server', 'nginx/1.99.0', 'good'],
  ['Server', 'Microsoft-IIS/7.5', 'ended'],
  ['Server', 'Microsoft-IIS/10.0', 'good'],
  ['Server', 'Apache/2.2.15 (CentOS)', 'ended'],
  ['Server', 'Apache/2.4.6', 'good'],
  ['Server', 'Apache/2.4.57 (Debian) OpenSSL/1.1.1k', 'ended'],
  ['Server', 'Apache-Coyote/1.1', 'nothing_told'],
  ['Server', 'Apache-Tomcat/5.5.36', 'ended'],
  ['X-Powered-By', 'PHP/7.4.3', 'ended'],
  ['X-Powered-By', 'PHP/8.2.1', 'good'],
  ['X-Powered-By', 'PHP/9.0.1', 'good'],
  ['X-Powered-By', 'Node.js/12.22.1', 'ended'],
  ['X-Powered-By', 'Node.js/13.1.0', 'ended'],
  ['X-Powered-By', 'Node.js/0.10.48', 'ended'],
  ['X-Powered-By', 'Node.js/24.1.0', 'good'],
  ['Server', 'Apache/2.4.60 (Unix) OpenSSL/3.4.1', 'ended'],
  ['Server', 'Apache/2.4.60 (Unix) OpenSSL/3.6.0', 'ended'],
  ['Server', 'Apache/2.4.60 (Unix) OpenSSL/3.5.4', 'good'],
  ['Server', 'Apache/2.4.60 (Unix) SomeModule/1.2.3', 'partly'],
  ['X-AspNet-Version', '4.0.30319', 'good'],
  ['X-Powered-By', 'ASP.NET Core 6.0', 'ended'],
  ['X-Powered-By', 'ASP.NET Core 10.0', 'good'],
  // Supported on .NET Framework without an end.
  ['X-Powered-By', 'ASP.NET Core 2.1', 'good'],
  ['X-Generator', 'Drupal 7 (https://www.drupal.org)', 'ended'],
  ['X-Generator', 'Drupal 8 (https://www.drupal.org)', 'ended'],
  ['X-Generator', 'Drupal 10 (https://www.drupal.org)', 'good'],
  ['X-Generator', 'Drupal 11 (https://www.drupal.org)', 'good'],
  ['X-Generator', 'Drupal 11.2.4', 'ended'],
  ['X-Generator', 'Drupal 10.5.1', 'ended'],
  ['Server', 'constructor/1.0', 'unlisted'],
  ['Server', '__proto__/1.0', 'unlisted'],
  ['Server', 'cloudflare', 'nothing_told'],
  // Builds that a distribution patches without changing the upstream number.
  ['Server', 'nginx/1.18.0 (Ubuntu)', 'distribution'],
  ['Server', 'nginx/1.24.0 (Ubuntu)', 'distribution'],
  ['Server', 'nginx/1.14.0 (Ubuntu)', 'ended'],
  ['Server', 'nginx/1.19.0 (Ubuntu)', 'ended'],
  ['X-Powered-By', 'PHP/8.1.2-1ubuntu2.22', 'distribution'],
  ['X-Powered-By', 'PHP/7.4.3-4ubuntu2.29', 'ended'],
  ['X-Powered-By', 'PHP/7.3.31-1~deb10u7', 'ended'],
  ['X-Powered-By', 'PHP/8.1.2-1+ubuntu22.04.1+deb.sury.org+1', 'ended'],
  ['Server', 'Apache/2.4.52 (Ubuntu) OpenSSL/3.0.2', 'distribution'],
  ['Server', 'Apache/2.4.52 (Ubuntu) OpenSSL/3.0.2 mod_perl/2.0.12 Perl/v5.34.0', 'distribution'],
  ['Server', 'Apache/2.4.62 (Unix) mod_perl/2.0.12 Perl/v5.34.0', 'ended'],
  ['Server', 'Apache/2.4.37 (Red Hat Enterprise Linux) OpenSSL/1.1.1k', 'distribution'],
  ['Server', 'Apache/2.4.62 (Rocky Linux) OpenSSL/3.2.2', 'distribution'],
  ['Server', 'Apache/2.4.6 (CentOS) OpenSSL/1.0.2k-fips PHP/5.4.16', 'ended'],
  ['Server', 'Apache/2.4.66 (Debian) OpenSSL/3.0.17', 'distribution'],
  ['Server', 'Apache/2.4.66 (CloudLinux) OpenSSL/1.1.1k', 'distribution'],
  ['Server', 'Apache/2.4.37 (Alma Linux) OpenSSL/1.1.1k', 'distribution'],
  ['Server', 'Apache/2.4.62 (CentOS Stream) OpenSSL/3.2.2', 'distribution'],
  // CentOS 8 and Stream 8 have reached their end of life, even though Red Hat still patches its own builds.
  ['Server', 'Apache/2.4.37 (centos) OpenSSL/1.1.1k', 'ended'],
  ['Server', 'Apache/2.4.62 (Linux/SUSE) OpenSSL/3.2.3', 'distribution'],
  ['Server', 'Apache/2.4.51 (Linux/SUSE) OpenSSL/1.1.1l', 'ended'],
  ['Server', 'Apache/2.4.66 (FreeBSD) OpenSSL/3.0.16', 'distribution'],
  ['Server', 'Apache/2.4.62 (FreeBSD) OpenSSL/1.1.1w-freebsd PHP/7.4.33', 'ended'],
  ['X-Powered-By', 'PHP/7.2.24-0ubuntu0.18.04.17+esm7', 'distribution'],
  ['X-Powered-By', 'PHP/7.2.24-0ubuntu0.18.04.17', 'ended'],
  ['X-Powered-By', 'PHP/7.0.33-0ubuntu0.16.04.16+esm12', 'ended'],
  ['X-Powered-By', 'Servlet 2.4; JBoss-4.0.5.GA/Tomcat-5.5', 'ended'],
  ['Via', '1.1 varnish (Varnish/4.1)', 'ended'],
  ['Via', '1.1 varnish (Varnish/9.0)', 'good'],
  ['Via', '1.1 proxy.example.net:3128 (squid/4.10)', 'ended'],
  ['Via', '1.1 abc.cloudfront.net (CloudFront)', 'nothing_told'],
  ['Via', 'HTTP/1.1 edge', 'nothing_told'],
  // No distribution is named, but only such a build still patches this version.
  ['Server', 'nginx/1.22.1', 'perhaps_distribution'],
  ['Server', 'nginx/1.20.1', 'perhaps_distribution'],
  // The vendor supports 2.4, but the named distribution, whose own build this is, has ended.
  ['Server', 'Apache/2.4.6 (CentOS)', 'ended'],
  ['Server', 'Apache/2.4.6 (Red Hat Enterprise Linux)', 'ended'],
  ['Server', 'Apache/2.4.7 (Ubuntu)', 'ended'],
  ['Server', 'Apache/2.4.41 (Ubuntu)', 'ended'],
  ['Server', 'Apache/2.4.63 (Ubuntu)', 'ended'],
  ['Server', 'Apache/2.4.38 (Debian)', 'ended'],
  ['Server', 'Apache/2.4.56 (Debian)', 'ended'],
  ['Server', 'Apache/2.4 (Debian)', 'good'],
  ['Server', 'Apache/2.4.58 (Ubuntu)', 'good'],
  ['Server', 'Apache/2.4.62 (Debian)', 'good'],
  ['Server', 'nginx/1.26.0 (Ubuntu)', 'ended'],
  // mod_wsgi, aiohttp and Varnish disclose only the line.
  ['Server', 'Apache/2.4.52 (Ubuntu) mod_wsgi/4.9.0 Python/3.10', 'distribution'],
  ['Server', 'Apache/2.4.57 (Red Hat Enterprise Linux) OpenSSL/3.0.7 mod_wsgi/4.7.1 Python/3.9', 'distribution'],
  ['Server', 'Apache/2.4.41 (Ubuntu) mod_wsgi/4.6.8 Python/3.8', 'ended'],
  ['Via', '1.1 varnish (Varnish/7.1)', 'perhaps_distribution'],
  ['Via', '1.1 varnish (Varnish/6.6)', 'perhaps_distribution'],
  ['Via', '1.1 varnish (Varnish/7.4)', 'ended'],
  ['Server', 'Jetty(9.4.57.v20241219)', 'perhaps_distribution'],
  ['Server', 'Jetty(9.4.53.v20231009)', 'ended'],
  ['Server', 'WEBrick/1.7.0 (Ruby/3.0.2/2021-07-07)', 'perhaps_distribution'],
  ['Server', 'WEBrick/1.6.1 (Ruby/2.7.4/2021-07-07)', 'ended'],
  // Apache from source, with the system's OpenSSL.
  ['Server', 'Apache/2.4.66 (Unix) OpenSSL/3.0.17', 'perhaps_distribution'],
  ['Server', 'Apache/2.4.58 (Win64) OpenSSL/3.0.17', 'ended'],
  ['X-AspNet-Version', '1.1.4322', 'ended'],
  ['X-AspNet-Version', '2.0.50727', 'good'],
  ['X-OWA-Version', '15.1.2507.39', 'ended'],
  ['X-OWA-Version', '15.2.1544.11', 'ended'],
  ['X-OWA-Version', '15.2.2562.20', 'good'],
  ['MicrosoftSharePointTeamServices', '15.0.0.4569', 'ended'],
  ['MicrosoftSharePointTeamServices', '16.0.0.17928', 'good'],
  ['X-Jenkins', '2.319.3', 'ended'],
  ['X-Jenkins', '2.450', 'ended'],
  ['X-Jenkins', '2.528.1', 'good'],
  ['X-Generator', 'Ghost 5.120', 'ended'],
  ['X-Generator', 'MediaWiki 1.39.17', 'perhaps_distribution'],
  ['Server', 'lighttpd/1.3.16', 'ended'],
  ['X-Powered-By', 'Phusion Passenger(R) 4.0.59', 'ended'],
  ['Server', 'GlassFish Server Open Source Edition  4.1', 'ended'],
  ['Server', 'WebLogic Server 10.3.6', 'ended'],
  ['Server', 'IBM_HTTP_Server/7.0.0.45 (Unix)', 'ended'],
  ['Server', 'IBM_HTTP_Server/8.5.5.0 (Unix)', 'good'],
  ['Server', 'ATS/7.1.4', 'ended'],
  ['Server', 'ATS/9.2.9', 'good'],
  ['X-Powered-By', 'Express/3.0.6', 'ended'],
  ['Liferay-Portal', 'Liferay Community Edition Portal 6.2 CE GA6', 'ended'],
])('%s: %s is %s', (field, value, outcome) => {
  expect(judged(endOfLife, { headers: [[field, value]] })?.outcome).toBe(outcome);
});

it.each([
  ['PHP/5.3.3', '2014-08-14'],
  ['PHP/5.6.40', '2018-12-31'],
  ['Apache/2.4.10 (Unix) OpenSSL/1.0.1t', '2016-12-31'],
  ['Apache/2.4.10 (Unix) OpenSSL/1.0.2u', '2019-12-31'],
  ['Python/2.7.18', '2020-01-01'],
])('%s ended on its own day, %s', (value, day) => {
  expect(judged(endOfLife, { headers: [['Server', value]] })?.evidence.join()).toContain(day);
});

it.each([
  ['nginx/1.14.0 (Ubuntu)', 'Ubuntu 18.04 support ended on 2023-05-31 (with a subscription: 2028-04-01)'],
  ['Apache/2.4.37 (centos) OpenSSL/1.1.1k', 'CentOS 8 support ended on 2024-05-31'],
])('%s: says when its distribution stopped, too', (value, words) => {
  expect(judged(endOfLife, { headers: [['Server', value]] })?.evidence.join()).toContain(words);
});

it('of several releases of a distribution, chooses the one that matches the other software', () => {
  const headers: [string, string][] = [['Server', 'Apache/2.4.62 (AlmaLinux) OpenSSL/3.2.2']];
  expect(judged(endOfLife, { headers })?.evidence.join()).toContain('Red Hat Enterprise Linux 9');
});

it.each<[string, string, string]>([
  // RHEL 8 patches its modules, whose PHP never names the distribution; php-fpm sends a field of its own.
  ['Apache/2.4.37 (Red Hat Enterprise Linux) OpenSSL/1.1.1k', 'PHP/7.4.33', 'perhaps_distribution'],
  ['Apache/2.4.52 (Ubuntu)', 'PHP/8.1.2', 'perhaps_distribution'],
  ['nginx/1.24.0 (Ubuntu)', 'PHP/7.4.33', 'ended'],
  ['Apache/2.4.37 (Red Hat Enterprise Linux) OpenSSL/1.1.1k', 'PHP/7.4.33-1+deb.sury.org', 'ended'],
])('next to %s, %s is %s', (server, poweredBy, outcome) => {
  const headers: [string, string][] = [
    ['Server', server],
    ['X-Powered-By', poweredBy],
  ];
  expect(judged(endOfLife, { headers })?.outcome).toBe(outcome);
});

it('Debian 12 patches its PHP, which names no distribution, longer than the vendor', () => {
  const on = (value: string) =>
    judged(endOfLife, { headers: [['X-Powered-By', value]], scanned_at: '2027-01-15T00:00:00.000Z' })?.outcome;
  expect(on('PHP/8.2.29')).toBe('perhaps_distribution');
  expect(on('PHP/8.2.1')).toBe('ended');
});

it.each([
  ['Apache/2.4.6 (CentOS)', 'Server: Apache 2.4.6, CentOS 7 support ended on 2024-06-30'],
  [
    'Apache/2.4.41 (Ubuntu)',
    'Server: Apache 2.4.41, Ubuntu 20.04 support ended on 2025-05-31 (with a subscription: 2030-04-02)',
  ],
  ['nginx/1.30.0 Thing/1.0', 'Server: nginx 1.30.0|Server: Thing 1.0, not in our table'],
])('%s: what is known, in words', (value, words) => {
  expect(judged(endOfLife, { headers: [['Server', value]] })?.evidence.join('|')).toBe(words);
});

it('uses the date of the scan', () => {
  const headers: [string, string][] = [['X-Powered-By', 'PHP/8.2.1']];
  expect(judged(endOfLife, { headers, scanned_at: '2026-12-31T23:59:59.000Z' })?.outcome).toBe('good');
  expect(judged(endOfLife, { headers, scanned_at: '2027-01-01T00:00:00.000Z' })?.outcome).toBe('ended');
});

it('an outdated table gives no good result, but still reports ended support', () => {
  const scanned_at = '2028-01-01T00:00:00.000Z';
  expect(judged(endOfLife, { headers: [['Server', 'nginx/1.30.0']], scanned_at })).toMatchObject({ status: 'unknown' });
  expect(judged(endOfLife, { headers: [['Server', 'nginx/1.18.0']], scanned_at })?.outcome).toBe('ended');
});

it('a WordPress that is not known to have ended is not called supported', () => {
  const page = pageOf('<meta name="generator" content="WordPress 4.9.8">');
  const verdict = judged(endOfLife, { page });
  expect(verdict).toMatchObject({
    outcome: 'good',
    evidence: ['meta generator: WordPress 4.9.8, not among the ended releases in our table'],
    note: expect.stringContaining('supports its newest release only') as string,
  });
  expect(verdict?.title).not.toContain('supported');
});
