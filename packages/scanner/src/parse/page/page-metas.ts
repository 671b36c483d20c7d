import type { PageEvidence } from '../../evidence/page.ts';
import type { HtmlElement } from './html-scan.ts';
import { readRefresh } from './refresh.ts';
import { cutUrl, PAGE_LIMITS } from './page-limits.ts';

type MetaFacts = Pick<
  PageEvidence,
  | 'meta_cookies'
  | 'meta_csp'
  | 'meta_csp_ignored'
  | 'meta_headers'
  | 'meta_referrer'
  | 'meta_refresh'
  | 'meta_refresh_seconds'
  | 'generator'
>;

/** Security headers that have no effect in a meta element: HTML §4.2.5.3 lists the names that have one. */
const IGNORED: ReadonlySet<string> = new Set([
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'feature-policy',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
]);

/** Collects the meta elements that affect security, and those that browsers ignore. */
export class PageMetas {
  readonly #page: string;
  readonly facts: MetaFacts = {
    meta_cookies: [],
    meta_csp: [],
    meta_csp_ignored: [],
    meta_referrer: [],
    meta_refresh: null,
    meta_refresh_seconds: null,
    generator: [],
  };

  constructor(page: string) {
    this.#page = page;
  }

  read({ attributes, inHead, inert }: HtmlElement, baseUrl: string): void {
    const content = (attributes.get('content') ?? '').slice(0, PAGE_LIMITS.textLength);
    const equiv = attributes.get('http-equiv')?.toLowerCase();
    const name = attributes.get('name')?.toLowerCase();
    if (content === '') return;
    const { facts } = this;
    if (equiv === 'content-security-policy') {
      // HTML §4.2.5.3: it applies only as a child of head.
      if (inHead && !inert) keep(facts.meta_csp, content);
      else keep(facts.meta_csp_ignored, { value: content, reason: inert ? 'template' : 'body' });
    }
    if (equiv === 'content-security-policy-report-only') {
      keep(facts.meta_csp_ignored, { value: content, reason: 'report-only' });
    }
    if (inert) return;
    if (equiv === 'refresh' && facts.meta_refresh === null) this.#refresh(content, baseUrl);
    if (equiv !== undefined && IGNORED.has(equiv)) keep((facts.meta_headers ??= []), { name: equiv, value: content });
    if (equiv === 'set-cookie') keep(facts.meta_cookies, content.split('=', 1)[0]?.trim().slice(0, 80) ?? '');
    if (name === 'referrer') keep(facts.meta_referrer, content);
    if (name === 'generator') keep(facts.generator, content.slice(0, 256));
  }

  #refresh(content: string, baseUrl: string): void {
    const refresh = readRefresh(content.slice(0, PAGE_LIMITS.urlLength), baseUrl, this.#page);
    if (!refresh || refresh.url === null) return;
    this.facts.meta_refresh = cutUrl(refresh.url);
    this.facts.meta_refresh_seconds = refresh.seconds;
  }
}

function keep<T>(list: T[], item: T): void {
  if (list.length < PAGE_LIMITS.entries) list.push(item);
}
