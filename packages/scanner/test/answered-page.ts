import type { HeaderFields } from '../src/evidence/http.ts';
import type { Seen } from '@palisade/report/seen';
import { whatWasSeen } from '../src/facts/seen/what-was-seen.ts';
import { bodySigns } from '../src/parse/page/body-signs.ts';
import { HOST, hop, httpEvidence } from './evidence.ts';
import { pageOf } from './page-of.ts';

export interface AnsweredPage {
  status?: number;
  headers?: HeaderFields;
  html?: string;
  /** Target of the redirects. The scanned URL is the start page of example.test. */
  ledTo?: string;
  asked?: string;
  nameServers?: string[];
  contentType?: string;
}

/** The result of page recognition for one response. */
export function seenIn(answer: AnsweredPage): Seen {
  const { status = 200, headers = [], html = '', asked = `https://${HOST}/`, ledTo, nameServers } = answer;
  const contentType = answer.contentType ?? 'text/html; charset=utf-8';
  const all: HeaderFields = [['Content-Type', contentType], ...headers];
  const body = new TextEncoder().encode(html);
  const url = ledTo ?? asked;
  const hops = ledTo === undefined ? [] : [hop({ url: asked, status: 302, headers: [['Location', ledTo]] })];
  const http = httpEvidence([...hops, hop({ url, status, headers: all, location: null })], {
    body: {
      bytes: body.length,
      truncated: false,
      sha256: '0'.repeat(64),
      content_type: contentType,
      signs: bodySigns(body, status),
    },
  });
  const page = contentType.startsWith('text/html') ? pageOf(html, url) : undefined;
  return whatWasSeen(HOST, http, page, nameServers);
}

/** A start page with its own navigation, text, styles and scripts. */
export function realPage(options: { title?: string; extra?: string; paragraphs?: number } = {}): string {
  const { title = 'Example, makers of fine things', extra = '', paragraphs = 40 } = options;
  const links = Array.from({ length: 20 }, (_, index) => `<a href="/section-${index}">Section ${index}</a>`).join('');
  const text = '<p>We make fine things by hand, and have done so for a hundred years, in the same town.</p>';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<link rel="stylesheet" href="/site.css"><script src="/site.js" defer></script></head>
<body><nav>${links}</nav><main><h1>Example</h1>${text.repeat(paragraphs)}${extra}</main></body></html>`;
}
