import type { PageEvidence, ResourceKind } from '../../evidence/page.ts';
import type { Attributes, HtmlElement } from './html-scan.ts';
import { cutUrl, PAGE_LIMITS } from './page-limits.ts';
import { scriptType } from './page-resources.ts';
import { srcsetUrls } from './srcset.ts';

interface HeldResource {
  value: string;
  kind: ResourceKind;
}

/** `data-src` of lazysizes, `data-lazy-src` and `data-rocket-src` of WP Rocket, `data-cmp-src`, `data-src-cmplz` … */
const SOURCE = /^data-(?:original|(?:[a-z]+-){0,3}src(?:-[a-z]+)?)$/u;
const SOURCE_SET = /^data-(?:[a-z]+-){0,2}srcset$/u;
const BACKGROUND = /^data-(?:bg|background|bg-image|background-image)$/u;
const KINDS: ReadonlyMap<string, ResourceKind> = new Map([
  ['iframe', 'frame'],
  ['img', 'image'],
  ['video', 'media'],
  ['audio', 'media'],
]);

/**
 * What scripts of the page load later from its markup: frames and images when they are scrolled into view, scripts
 * (`type="text/plain"`) after the visitor's consent. Only addresses with a host.
 */
export class HeldResources {
  readonly #found = new Map<string, { url: string; kind: ResourceKind }>();

  see(element: HtmlElement, inPicture: boolean, base: string): void {
    if (element.foreign || this.#found.size >= PAGE_LIMITS.entries) return;
    for (const { value, kind } of heldIn(element, inPicture)) {
      const url = URL.parse(value, base);
      if (!url) continue;
      url.hash = '';
      this.#found.set(`${kind} ${url.href}`, { url: cutUrl(url.href), kind });
    }
  }

  facts(): Pick<PageEvidence, 'held_resources'> {
    return this.#found.size === 0 ? {} : { held_resources: [...this.#found.values()].slice(0, PAGE_LIMITS.entries) };
  }
}

function heldIn({ name, attributes }: HtmlElement, inPicture: boolean): HeldResource[] {
  const found: HeldResource[] = [];
  const add = (value: string, kind: ResourceKind): void => {
    if (/^(?:https?:)?\/\//iu.test(value.trim())) found.push({ value: value.trim(), kind });
  };
  const kind = name === 'source' ? (inPicture ? 'image' : 'media') : KINDS.get(name);
  if (name === 'script') {
    if (!isHeldScript(attributes)) return [];
    for (const { name: attribute, value } of attributes.list)
      if (attribute === 'src' || SOURCE.test(attribute)) add(value, 'script');
    return found;
  }
  // A theme that a script turns on.
  if (name === 'link' && attributes.has('disabled') && /(?:^|\s)stylesheet(?:\s|$)/iu.test(attributes.get('rel') ?? ''))
    add(attributes.get('href') ?? '', 'style');
  for (const { name: attribute, value } of attributes.list) {
    if (!attribute.startsWith('data-')) continue;
    if (BACKGROUND.test(attribute)) add(value, 'image');
    else if (kind === undefined) continue;
    else if (SOURCE_SET.test(attribute)) for (const url of srcsetUrls(value)) add(url, 'image');
    else if (SOURCE.test(attribute)) add(value, kind);
  }
  return found;
}

/**
 * A script whose type was changed so that it runs only later. Data blocks (JSON, templates) never run: consent managers
 * mark theirs with an attribute or a class.
 */
export function isHeldScript(attributes: Attributes): boolean {
  if (scriptType(attributes) !== 'data') return false;
  const type = attributes.get('type')?.trim().toLowerCase() ?? '';
  if (/javascript|ecmascript|^rocketlazyloadscript$/u.test(type)) return true;
  return type === 'text/plain' && attributes.list.some(({ name }) => name === 'class' || name.startsWith('data-'));
}
