import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import endOfLife from './end-of-life.ts';

it.each<[string, string, string]>([
  ['Server', 'nginx/1.18.0', 'ended'],
  ['Server', 'nginx/1.30.0', 'good'],
  ['Server', 'nginx/1.1.1.1.1.1.1.1.1.1.1.1', 'good'],
  ['Server', 'Microsoft-IIS/7.5', 'ended'],
  ['Server', 'Microsoft-IIS/10.0', 'good'],
  ['Server', 'Apache/2.2.15 (CentOS)', 'ended'],
  ['Server', 'Apache/2.4.6', 'good'],
  ['Server', 'Apache/2.4.57 (Debian) OpenSSL/1.1.1k', 'ended'],
  ['Server', 'Apache-Coyote/1.1', 'nothing_told'],
  ['X-Powered-By', 'PHP/7.4.3', 'ended'],
  ['X-Powered-By', 'PHP/8.2.1', 'good'],
  ['X-Powered-By', 'PHP/9.0.1', 'good'],
  ['X-AspNet-Version', '4.0.30319', 'good'],
  ['X-Generator', 'Drupal 7 (https://www.drupal.org)', 'ended'],
  ['X-Generator', 'Drupal 11 (https://www.drupal.org)', 'good'],
  ['Server', 'constructor/1.0', 'good'],
  ['Server', '__proto__/1.0', 'good'],
  ['Server', 'cloudflare', 'nothing_told'],
])('%s: %s is %s', (field, value, outcome) => {
  expect(judged(endOfLife, { headers: [[field, value]] })?.outcome).toBe(outcome);
});

it('goes by the day of the scan', () => {
  const headers: [string, string][] = [['X-Powered-By', 'PHP/8.2.1']];
  expect(judged(endOfLife, { headers, scanned_at: '2026-12-31T23:59:59.000Z' })?.outcome).toBe('good');
  expect(judged(endOfLife, { headers, scanned_at: '2027-01-01T00:00:00.000Z' })?.outcome).toBe('ended');
});
