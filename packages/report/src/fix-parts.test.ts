import { expect, test } from 'vitest';
import { shownFix } from './fix-parts.ts';

test.each([
  {
    what: 'the value of a header',
    result: { fix: 'SAMEORIGIN', header: 'X-Frame-Options', snippets: { nginx: '…' } },
    shown: 'X-Frame-Options: SAMEORIGIN',
  },
  {
    what: 'an element of the page instead of a header',
    result: { fix: '<meta name="referrer" content="no-referrer">', header: 'Referrer-Policy', snippets: null },
    shown: '<meta name="referrer" content="no-referrer">',
  },
  {
    what: 'the fix of another check',
    result: { fix: 'example.com. IN CAA 0 issue "ca.example"', header: null, snippets: null },
    shown: 'example.com. IN CAA 0 issue "ca.example"',
  },
  {
    what: 'a header without a fix',
    result: { fix: null, header: 'Expect-CT', snippets: null },
    shown: null,
  },
])('$what is shown as $shown', ({ result, shown }) => {
  expect(shownFix(result)).toBe(shown);
});
