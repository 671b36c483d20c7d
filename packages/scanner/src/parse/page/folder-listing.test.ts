import { expect, it } from 'vitest';
import { pageOf } from '../../../test/page-of.ts';
import { isFolderListing } from './folder-listing.ts';

const list = (title: string, url = 'https://example.test/', rest = '<a href="db.sql">db.sql</a>') =>
  isFolderListing(pageOf(`<title>${title}</title><h1>${title}</h1><pre><a href="../">../</a>${rest}</pre>`, url));

/** Titles as the servers write them, in their default templates. */
it.each([
  ['Index of /', 'https://example.test/'],
  ['Index of /files', 'https://example.test/files/'],
  ['Index of /files/', 'https://example.test/files/?C=N;O=D'],
  ['Index of /a b/', 'https://example.test/a%20b/'],
  ['Directory listing for /', 'https://example.test/'],
  ['Directory Listing For [/docs/]', 'https://example.test/docs/'],
  ['Directory: /', 'https://example.test/'],
  ['listing directory /', 'https://example.test/'],
  ['example.test - /', 'https://example.test/'],
])('%s at %s', (title, url) => {
  expect(list(title, url)).toBe(true);
});

it.each([
  ['Index of / explained', 'https://example.test/'],
  ['Index of /', 'https://example.test/blog/'],
  ['Index of /blog', 'https://example.test/blog'],
  ['Directory', 'https://example.test/'],
  ['Shop - /', 'https://example.test/'],
  ['Index of %E0%A4%A', 'https://example.test/%E0%A4%A/'],
])('not %s at %s', (title, url) => {
  expect(list(title, url)).toBe(false);
});

it('a page with a search field is no list of a server', () => {
  expect(list('Index of /', 'https://example.test/', '<input name=q>')).toBe(false);
});
