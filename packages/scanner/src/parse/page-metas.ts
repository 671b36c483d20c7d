import type { PageEvidence } from '../evidence/page.ts';
import type { HtmlElement } from './html-scan.ts';
import { cutUrl, PAGE_LIMITS } from './page-limits.ts';

type MetaFacts = Pick<PageEvidence, 'meta_csp' | 'meta_csp_ignored' | 'meta_referrer' | 'meta_refresh' | 'generator'>;

/** Collects the metas that bear on security, and which of them a browser takes no notice of. */
export class PageMetas {
  readonly facts: MetaFacts = {
    meta_csp: [],
    meta_csp_ignored: [],
    meta_referrer: [],
    meta_refresh: null,
    generator: [],
  };

  read({ attributes, inHead, inert }: HtmlElement, baseUrl: string): void {
    const content = (attributes.get('content') ?? '').slice(0, PAGE_LIMITS.textLength);
    const equiv = attributes.get('http-equiv')?.toLowerCase();
    const name = attributes.get('name')?.toLowerCase();
    if (content === '') return;
    const { facts } = this;
    if (equiv === 'content-security-policy') {
      // HTML §4.2.5.3: only as a child of head.
      if (inHead && !inert) keep(facts.meta_csp, content);
      else keep(facts.meta_csp_ignored, { value: content, reason: inert ? 'template' : 'body' });
    }
    if (equiv === 'content-security-policy-report-only') {
      keep(facts.meta_csp_ignored, { value: content, reason: 'report-only' });
    }
    if (inert) return;
    if (equiv === 'refresh') facts.meta_refresh ??= refreshTarget(content, baseUrl);
    if (name === 'referrer') keep(facts.meta_referrer, content);
    if (name === 'generator') keep(facts.generator, content.slice(0, 256));
  }
}

function keep<T>(list: T[], item: T): void {
  if (list.length < PAGE_LIMITS.entries) list.push(item);
}

/** `5; url='/next'` (HTML §4.2.5.3, "shared declarative refresh steps"). */
function refreshTarget(content: string, baseUrl: string): string | null {
  const target = /^\s*[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']+)/iu.exec(
    content.slice(0, PAGE_LIMITS.urlLength),
  )?.[1];
  const url = target === undefined ? null : URL.parse(target.trim(), baseUrl);
  return url ? cutUrl(url.href) : null;
}
