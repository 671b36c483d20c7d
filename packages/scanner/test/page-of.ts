import type { PageEvidence } from '../src/evidence/page.ts';
import { readPage } from '../src/parse/page/page.ts';

/** The result of parsing this markup, served by example.test. */
export function pageOf(html: string, url = 'https://example.test/'): PageEvidence {
  return readPage(new TextEncoder().encode(html), { url, contentType: 'text/html; charset=utf-8', truncated: false });
}
