import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import passwordOverHttp from './password-over-http.ts';

it.each<[string, string, string]>([
  ['http://example.test/', '<input type=password>', 'plain'],
  ['https://example.test/', '<input type=password>', 'good'],
  ['http://localhost/', '<input type=password>', 'good'],
  ['http://example.test/', '<input type=text>', 'none'],
  ['http://example.test/', '<template><input type=password></template>', 'none'],
])('%s %s: %s', (url, html, outcome) => {
  expect(judged(passwordOverHttp, { page: pageOf(html, url) })?.outcome).toBe(outcome);
});
