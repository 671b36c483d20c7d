import type { PageEvidence } from '../../evidence/page.ts';
import { scriptCookies } from '../cookies/script-cookies.ts';
import type { HtmlElement } from './html-scan.ts';
import { PAGE_LIMITS } from './page-limits.ts';
import { ImportMaps } from './import-maps.ts';
import { inlineLibraries } from './script-content.ts';
import { namesHost, scriptEndpoints } from './script-endpoints.ts';
import { scriptType, type ResourceReference } from './page-resources.ts';
import { speculatedUrls } from './speculation-rules.ts';
import { scriptAttributeUrls, scriptUrls } from './script-urls.ts';

/** SHA-256 of a text in UTF-8, as base64. Passed in by the caller, because parse/ must not import Node. */
export type Digest = (text: string) => string;

type Endpoint = PageEvidence['script_endpoints'][number];

/** What the inline scripts of a page contain. */
export class PageScripts {
  readonly #url: string;
  readonly #digest: Digest | undefined;
  #count = 0;
  #withNonce = 0;
  #hashed = 0;
  readonly #hashes = new Set<string>();
  readonly #urls = new Set<string>();
  readonly #cookies = new Set<string>();
  readonly #libraries: PageEvidence['libraries'] = [];
  readonly #endpoints = new Map<string, Endpoint>();
  readonly imports = new ImportMaps();
  readonly #speculated = new Set<string>();

  constructor(url: string, digest: Digest | undefined) {
    this.#url = url;
    this.#digest = digest;
  }

  attributes(attributes: HtmlElement['attributes']): void {
    scriptAttributeUrls(attributes, this.#urls);
    if (attributes.has('src') && scriptType(attributes) === 'module') this.imports.file();
  }

  /** One element with code. */
  read(text: string, { attributes, foreign }: HtmlElement, base: string): void {
    this.#count++;
    if (attributes.get('nonce')) this.#withNonce++;
    if (!foreign) this.#hash(text);
    scriptUrls(text, this.#urls);
    scriptCookies(text, this.#cookies);
    const type = scriptType(attributes);
    if (type === 'importmap') this.imports.map(text, base);
    else if (type === 'rules') for (const url of speculatedUrls(text)) this.#speculated.add(url);
    else this.imports.code(text, type === 'module', base);
    for (const endpoint of type === 'importmap' ? [] : scriptEndpoints(text))
      if (this.#endpoints.size < PAGE_LIMITS.entries) this.#endpoints.set(`${endpoint.kind} ${endpoint.url}`, endpoint);
    for (const library of inlineLibraries(text))
      if (this.#libraries.length < PAGE_LIMITS.entries)
        this.#libraries.push({ url: this.#url, ...library, element: this.#nameOf(attributes) });
  }

  /** Code that runs once the visitor consents: inserted again with the same text, so that its hash holds. */
  held(text: string): void {
    const hashed = this.#hashed;
    this.#hash(text);
    this.#hashed = hashed;
    scriptUrls(text, this.#urls);
  }

  /** What the scripts make browsers load, as far as it can be read from them. */
  loads(): ResourceReference[] {
    const prefetched = [...this.#speculated].map((value): ResourceReference => ({
      value,
      kind: 'prefetch',
      element: 'speculation rules',
      upgradeable: false,
    }));
    return [...this.imports.modules(), ...prefetched];
  }

  /** With the targets of import maps, from which scripts that the scan does not read may load modules. */
  #allEndpoints(): Endpoint[] {
    const mapped = this.imports.targets().filter((url) => namesHost(new URL(url)) && !this.#isOwn(url));
    const all = [...this.#endpoints.values(), ...mapped.map((url): Endpoint => ({ kind: 'script', url }))];
    const distinct = new Map(all.map((one) => [`${one.kind} ${one.url}`, one] as const));
    return [...distinct.values()].slice(0, PAGE_LIMITS.entries);
  }

  #isOwn(url: string): boolean {
    return new URL(url).origin === URL.parse(this.#url)?.origin;
  }

  #nameOf(attributes: HtmlElement['attributes']): string {
    const id = /^[\w:.-]{1,60}$/u.exec(attributes.get('id') ?? '')?.[0];
    return `inline script ${this.#count}${id === undefined ? '' : ` (script#${id})`}`;
  }

  /** CSP3 §6.7.3.3: hashes the element's text in UTF-8, with line breaks as the HTML parser normalizes them. */
  #hash(text: string): void {
    if (!this.#digest || this.#hashes.size >= PAGE_LIMITS.hashes) return;
    const parsed = text.replaceAll(/\r\n?/gu, '\n').replaceAll('\0', '\ufffd');
    this.#hashes.add(`sha256-${this.#digest(parsed)}`);
    this.#hashed++;
  }

  facts() {
    return {
      inline_scripts: this.#count,
      inline_scripts_with_nonce: this.#withNonce,
      inline_script_hashes: [...this.#hashes],
      inline_scripts_hashed: this.#hashed,
      inline_script_urls: [...this.#urls],
      script_endpoints: this.#allEndpoints(),
      script_cookies: [...this.#cookies],
      libraries: this.#libraries,
    };
  }
}
