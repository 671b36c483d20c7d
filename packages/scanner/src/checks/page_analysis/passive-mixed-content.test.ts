import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import passiveMixedContent from './passive-mixed-content.ts';

it.each<[string, string]>([
  ['<img src=http://media.test/a.png>', 'upgradeable'],
  ['<img srcset="http://media.test/a.png 1x">', 'blocked'],
  ['<img src=http://media.test/a.png srcset="/b.png 2x">', 'blocked'],
  // Chromium 156 upgrades these too; Mixed Content §4.1 would have CORS requests blocked.
  ['<img crossorigin src=http://media.test/a.png>', 'upgradeable'],
  ['<video crossorigin src=http://media.test/a.mp4></video>', 'upgradeable'],
  ['<link rel=preload as=image href=http://media.test/a.png>', 'upgradeable'],
  ['<table><tr background=http://media.test/a.png></table>', 'upgradeable'],
  // Upgraded for the first element, blocked for the second one.
  ['<img src=http://media.test/a.png><img src=http://media.test/a.png srcset="/b.png 2x">', 'blocked'],
  ['<style type=text/plain>a { background: url(http://media.test/a.png) }</style>', 'none'],
  ['<img src=http://192.0.2.1/a.png>', 'blocked'],
  ['<img src=http://[2001:db8::1]/a.png>', 'blocked'],
  ['<picture><source srcset="http://media.test/a.webp"><img src=/a.png></picture>', 'blocked'],
  ['<picture><img src=http://media.test/a.png></picture>', 'blocked'],
  ['<video src=http://media.test/a.mp4 poster=http://media.test/a.png></video>', 'upgradeable'],
  ['<video><source src=http://media.test/a.mp4></video>', 'upgradeable'],
  ['<input type=image src=http://media.test/a.png>', 'upgradeable'],
  ['<div style="background: url(\'http://media.test/a.png\')">', 'upgradeable'],
  ['<style>body { background: url(http\\3a //media.test/a.png) }</style>', 'upgradeable'],
  ['<svg><image xlink:href="http://media.test/a.png"/></svg>', 'upgradeable'],
  ['<img src=http://127.0.0.1:8080/a.png>', 'good'],
  ['<img src=https://media.test/a.png>', 'good'],
  ['<img src=data:image/png;base64,AAAA>', 'none'],
])('%s: %s', (html, outcome) => {
  expect(judged(passiveMixedContent, { page: pageOf(html) })?.outcome).toBe(outcome);
});

it('lists what browsers block, and counts what they upgrade', () => {
  const page = pageOf('<img src=http://media.test/a.png><img srcset="http://media.test/b.png 2x">');
  const verdict = judged(passiveMixedContent, { page });
  expect(verdict?.evidence).toEqual([expect.stringContaining('http://media.test/b.png')]);
  expect(verdict?.note).toContain('Browsers try https for another one.');
});

it('a policy upgrades it', () => {
  const page = pageOf('<img src="http://media.test/a.png">');
  expect(
    judged(passiveMixedContent, { page, headers: [['Content-Security-Policy', 'upgrade-insecure-requests']] })?.outcome,
  ).toBe('upgraded');
  expect(
    judged(passiveMixedContent, {
      page,
      headers: [['Content-Security-Policy-Report-Only', 'upgrade-insecure-requests']],
    })?.outcome,
  ).toBe('upgradeable');
});

it('does not apply to a page that is not over https', () => {
  const page = { ...pageOf('<img src="http://media.test/a.png">'), url: 'http://example.test/' };
  expect(judged(passiveMixedContent, { page })).toMatchObject({ outcome: 'plain_page', nothing: true });
});
