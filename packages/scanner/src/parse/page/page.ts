import type { PageEvidence, PageResource } from '../../evidence/page.ts';
import { cssUrls } from './css-urls.ts';
import { decodeHtml } from './html-encoding.ts';
import { NO_ATTRIBUTES, scanHtml, type Attributes, type HtmlElement, type HtmlSink } from './html-scan.ts';
import { HeldResources, isHeldScript } from './held-resources.ts';
import { PageForms } from './page-forms.ts';
import { cutUrl, PAGE_LIMITS } from './page-limits.ts';
import { PageMetas } from './page-metas.ts';
import { PageWords, SHORT_PAGE } from './page-words.ts';
import {
  crossOrigin,
  elementResources,
  isCss,
  isWeaker,
  scriptType,
  type ResourceReference,
} from './page-resources.ts';
import { PageScripts, type Digest } from './page-scripts.ts';

export interface PageSource {
  /** Final URL of the response. */
  url: string;
  contentType: string | null;
  /** The body was longer than the part that was read. */
  truncated: boolean;
}

/** Extracts the facts of one HTML page in linear time, from at most `PAGE_LIMITS.bytes` of its body. */
export function readPage(body: Uint8Array, source: PageSource, digest?: Digest): PageEvidence {
  const bytes = body.subarray(0, PAGE_LIMITS.bytes);
  const { text, charset } = decodeHtml(bytes, source.contentType);
  const reader = new PageReader(source.url, digest);
  const stopped = scanHtml(text, reader, { maxTags: PAGE_LIMITS.tags, maxDepth: PAGE_LIMITS.depth });
  const cutBy: PageEvidence['cut_by'] = reader.overflow();
  if (stopped) cutBy.unshift(stopped);
  if (source.truncated || body.length > bytes.length) cutBy.unshift('body');
  return {
    url: source.url,
    content_type: source.contentType?.slice(0, 256) ?? null,
    charset,
    bytes: body.length,
    cut_by: cutBy,
    ...reader.facts(),
  };
}

type Facts = Omit<PageEvidence, 'url' | 'content_type' | 'charset' | 'bytes' | 'cut_by'>;

class PageReader implements HtmlSink {
  readonly #documentUrl: string;
  #baseUrl: string;
  #base: PageEvidence['base'] = null;
  readonly #forms = new PageForms();
  readonly #metas: PageMetas;
  readonly #words = new PageWords();
  readonly #resources: PageResource[] = [];
  /** Position of each kind and address in the resources; -1 beyond the limit. */
  readonly #seen = new Map<string, number>();
  /** References as written since the last base, so that a repeated one is resolved only once. */
  readonly #written = new Set<string>();
  #insecureBeyondLimit = 0;
  readonly #hints = new Set<string>();
  readonly #openerLinks = new Set<string>();
  #pictures = 0;
  #inSrcdoc = false;
  /** The script or style element whose text comes next. */
  #current: HtmlElement | null = null;
  readonly #counts = {
    inline_styles: 0,
    style_attributes: 0,
    inline_handlers: 0,
    javascript_urls: 0,
  };

  readonly #held = new HeldResources();
  #title: string | null = null;
  #textLength = 0;
  #links = 0;
  readonly #scripts: PageScripts;
  readonly #dataKinds = new Set<PageResource['kind']>();

  constructor(url: string, digest?: Digest) {
    this.#documentUrl = url;
    this.#baseUrl = url;
    this.#scripts = new PageScripts(url, digest);
    this.#metas = new PageMetas(url);
  }

  start(element: HtmlElement): void {
    const { name, attributes, foreign } = element;
    if (name === 'meta' && !foreign && !this.#inSrcdoc) this.#metas.read(element, this.#baseUrl);
    if (element.inert) return;
    this.#forms.see(element);
    this.#current = name === 'script' || name === 'style' ? element : null;
    this.#everyAttribute(attributes);
    if (name === 'script') this.#scripts.attributes(attributes);
    const place = this.#pictures > 0 ? IN_PICTURE : ELSEWHERE;
    for (const reference of elementResources(element, place)) this.#add(reference, attributes);
    this.#held.see(element, place.inPicture, this.#baseUrl);
    if (foreign) return this.#link(attributes.get('href') ?? attributes.get('xlink:href'), attributes);
    switch (name) {
      case 'base':
        return this.#setBase(attributes.get('href'));
      case 'form':
        this.#countJavascript(attributes.get('action'));
        return this.#forms.open(attributes);
      case 'input':
      case 'button':
        this.#countJavascript(attributes.get('formaction'));
        return this.#forms.control(name, attributes);
      case 'a':
      case 'area':
        if (attributes.has('href')) this.#links++;
        return this.#link(attributes.get('href'), attributes);
      case 'iframe':
        this.#srcdoc(attributes.get('srcdoc'));
        return this.#countJavascript(attributes.get('src'));
      case 'frame':
        return this.#countJavascript(attributes.get('src'));
      case 'link':
        return this.#hint(attributes);
      case 'picture':
        this.#pictures++;
        return;
      default:
    }
  }

  end(name: string): void {
    if (name === 'form') this.#forms.close();
    if (name === 'picture' && this.#pictures > 0) this.#pictures--;
  }

  characters(text: string, hidden: boolean): void {
    if (!hidden) this.#textLength += text.length;
    this.#words.add(text, hidden);
  }

  text(name: 'script' | 'style' | 'title', text: string): void {
    if (name === 'title') {
      if (!this.#inSrcdoc) this.#title ??= text.slice(0, 1024).replaceAll(/\s+/gu, ' ').trim().slice(0, 256);
      return;
    }
    if (!this.#current) return;
    const { attributes, foreign } = this.#current;
    if (name === 'style') {
      this.#counts.inline_styles++;
      return isCss(attributes.get('type')) ? this.#css(text, 'style') : undefined;
    }
    const external = attributes.has('src') || (foreign && (attributes.has('href') || attributes.has('xlink:href')));
    if (external || text.trim() === '') return;
    if (isHeldScript(attributes)) this.#scripts.held(text);
    if (scriptType(attributes) !== 'data') this.#scripts.read(text, this.#current, this.#baseUrl);
  }

  facts(): Facts {
    for (const reference of this.#scripts.loads()) this.#add(reference, NO_ATTRIBUTES);
    return {
      title: this.#title,
      text_length: this.#textLength,
      links: this.#links,
      ...this.#words.facts(this.#title, this.#textLength <= SHORT_PAGE.text && this.#links <= SHORT_PAGE.links),
      base: this.#base,
      resources: this.#resources,
      ...this.#held.facts(),
      resources_total: this.#seen.size,
      hints: [...this.#hints],
      ...this.#counts,
      ...this.#scripts.facts(),
      data_kinds: [...this.#dataKinds],
      ...this.#forms.facts(this.#documentUrl, this.#baseUrl),
      ...this.#metas.facts,
      scripts_read: 0,
      opener_links: [...this.#openerLinks],
    };
  }

  overflow(): ('resources' | 'forms')[] {
    const dropped = { resources: this.#seen.size > this.#resources.length, forms: this.#forms.dropped };
    return (['resources', 'forms'] as const).filter((kind) => dropped[kind]);
  }

  #add(reference: ResourceReference, attributes: Attributes): void {
    const isHint = isWeaker(reference.element);
    const attribute = attributes.get('integrity')?.slice(0, PAGE_LIMITS.textLength);
    const isModule = reference.module === true;
    const written = `${reference.kind} ${isHint} ${isModule} ${attribute !== undefined} ${reference.upgradeable} ${reference.value}`;
    if (this.#written.has(written)) return;
    this.#written.add(written);
    const url = URL.parse(reference.value, this.#baseUrl);
    const integrity = attribute ?? (isModule && url ? (this.#scripts.imports.integrity.get(url.href) ?? null) : null);
    if (url?.protocol === 'data:') this.#dataKinds.add(reference.kind);
    if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return;
    url.hash = '';
    const href = cutUrl(url.href);
    const key = `${reference.kind} ${href}`;
    const before = this.#resources[this.#seen.get(key) ?? -1];
    // Of a preload and the element that uses it, the element counts; of two elements, the one without a hash.
    const counts = before && !isHint && (isWeaker(before.element) || (before.integrity !== null && integrity === null));
    // One element of several is enough to have it blocked.
    if (before && !reference.upgradeable) before.optional_blocking = false;
    if (this.#seen.has(key) && !counts) return;
    if (!before && this.#resources.length >= PAGE_LIMITS.resources) {
      this.#seen.set(key, -1);
      if (url.protocol === 'https:' || this.#insecureBeyondLimit >= PAGE_LIMITS.insecureResources) return;
      this.#insecureBeyondLimit++;
    }
    const index = before ? (this.#seen.get(key) ?? 0) : this.#resources.length;
    this.#seen.set(key, index);
    const resource = {
      url: href,
      kind: reference.kind,
      element: reference.element.slice(0, 80),
      // A URL with an IP address is never upgraded (Mixed Content §4.1).
      optional_blocking:
        reference.upgradeable && before?.optional_blocking !== false && !/^(?:\[|[\d.]+$)/u.test(url.hostname),
      integrity,
      crossorigin: crossOrigin(attributes.get('crossorigin') ?? (isModule ? '' : undefined)),
      sandbox: reference.kind === 'frame' ? (attributes.get('sandbox')?.slice(0, 256) ?? null) : null,
    };
    if (before) this.#resources[index] = resource;
    else this.#resources.push(resource);
  }

  #css(css: string, element: string): void {
    for (const { url, kind } of cssUrls(css)) {
      this.#add({ value: url, kind, element, upgradeable: kind === 'image' }, NO_ATTRIBUTES);
    }
  }

  #everyAttribute(attributes: Attributes): void {
    for (const { name, value } of attributes.list) {
      if (name === 'style') {
        this.#counts.style_attributes++;
        if (value.includes('(')) this.#css(value, '[style]');
      } else if (name.startsWith('on') && EVENT_HANDLER.test(name) && value.trim() !== '') {
        this.#counts.inline_handlers++;
      }
    }
  }

  #setBase(href: string | undefined): void {
    if (href === undefined || this.#inSrcdoc) return;
    if (this.#base) {
      this.#base.count++;
      return;
    }
    const url = URL.parse(href, this.#documentUrl);
    // HTML §4.2.3: a data: or javascript: base falls back to the document's own URL.
    const usable = url && url.protocol !== 'data:' && url.protocol !== 'javascript:' ? url.href : null;
    this.#base = { href: cutUrl(href), url: usable === null ? null : cutUrl(usable), count: 1 };
    this.#written.clear();
    // Resolving each of thousands of URLs costs the length of the base. The results are cut to the same length.
    if (usable !== null) this.#baseUrl = cutUrl(usable);
  }

  #link(href: string | undefined, attributes: Attributes): void {
    this.#countJavascript(href);
    if (!href || this.#openerLinks.size >= PAGE_LIMITS.entries) return;
    const rel = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/u);
    // Since 2021 browsers give a new window an opener only if the link has rel=opener.
    if (!rel.includes('opener') || rel.includes('noopener') || attributes.get('target')?.toLowerCase() !== '_blank')
      return;
    const url = URL.parse(href, this.#baseUrl);
    if (url && url.origin !== URL.parse(this.#documentUrl)?.origin) this.#openerLinks.add(cutUrl(url.href));
  }

  /** Reads the document inside an iframe, which runs like the page. One level deep; without its base and meta elements. */
  #srcdoc(html: string | undefined): void {
    if (!html || this.#inSrcdoc) return;
    const pictures = this.#pictures;
    this.#inSrcdoc = true;
    this.#pictures = 0;
    scanHtml(html, this, { maxTags: PAGE_LIMITS.tags, maxDepth: PAGE_LIMITS.depth });
    this.#inSrcdoc = false;
    this.#pictures = pictures;
    this.#current = null;
  }

  /** Counts `javascript:` URLs. They run script, which a policy without unsafe-inline blocks. */
  #countJavascript(url: string | undefined): void {
    if (url && JAVASCRIPT_URL.test(url)) this.#counts.javascript_urls++;
  }

  #hint(attributes: Attributes): void {
    if (!/\b(?:preconnect|dns-prefetch)\b/iu.test(attributes.get('rel') ?? '')) return;
    const url = URL.parse(attributes.get('href') ?? '', this.#baseUrl);
    if (url?.hostname && this.#hints.size < PAGE_LIMITS.entries) this.#hints.add(url.hostname);
  }
}

const IN_PICTURE = { inPicture: true };
const ELSEWHERE = { inPicture: false };

/** Attributes such as `onclick` and `onpointerdown`: letters only, and not the words `once` and `only`. */
const EVENT_HANDLER = /^on(?!ce$|ly$)[a-z]{3,}$/u;

/** The URL parser drops leading control characters, and tabs and newlines anywhere. */
const JAVASCRIPT_URL = new RegExp(`^[\\0-\\x20]*${[...'javascript:'].join('[\\t\\n\\r]*')}`, 'iu');
