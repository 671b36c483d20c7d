import { expect, it } from 'vitest';
import { readRefresh } from './refresh.ts';

/** HTML §4.2.5.3, "shared declarative refresh steps". */
it.each([
  ['0;url=/next', 0, 'https://example.test/next'],
  ['5; URL = "/next"', 5, 'https://example.test/next'],
  ["0.5;url='/a b'", 0, 'https://example.test/a%20b'],
  ['0 /next', 0, 'https://example.test/next'],
  ['0,https://other.test/', 0, 'https://other.test/'],
  ['.5;url=/next', 0, 'https://example.test/next'],
  // As Chromium 156 reloads.
  ['300', 300, 'https://example.test/page'],
  ['300;', 300, 'https://example.test/page'],
  ['0;url=', 0, 'https://example.test/page'],
  ['0;url=https://[bad', 0, null],
])('%s', (content, seconds, url) => {
  expect(readRefresh(content, 'https://example.test/', 'https://example.test/page')).toEqual({ seconds, url });
});

it.each(['', 'url=/next', 'soon', '-1;url=/next'])('ignored: %s', (content) => {
  expect(readRefresh(content, 'https://example.test/', 'https://example.test/page')).toBeNull();
});
