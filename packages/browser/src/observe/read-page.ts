import { STORED_KEY } from '@palisade/scanner/parse/secret-keys';
import { BUILT_IN } from './built-in.ts';

/**
 * The contents of the settled page, as plain data. Values of fields and storage are not read.
 * @param texts also of inline scripts and styles, which are named by their hashes: megabytes, if a page has many
 */
export const readPage = (texts: boolean): string => `(() => {
  ${BUILT_IN}
  const most = (list, count) => [...list].slice(0, count);
  const cut = (text, count = 400) => text === null || text === undefined ? null : String(text).slice(0, count);
  const shape = (value) => {
    if (value === '') return 'empty';
    if (/\\beyJ[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]*/.test(value)) return 'jwt';
    if (/\\b${STORED_KEY}|-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/.test(value)) return 'key';
    if (/^"?(?:Bearer )?[A-Za-z0-9+/_=.-]{20,}"?$/.test(value) && /\\d/.test(value) && /[A-Za-z]/.test(value) && new Set(value).size >= 12) return 'token';
    return 'data';
  };
  const stored = (area, get) => {
    try {
      const store = get();
      return most(Object.keys(store), 200).map((key) => {
        const value = store.getItem(key) ?? '';
        return { area, origin: location.origin, key: key.slice(0, 200), bytes: value.length, looks: shape(value) };
      });
    } catch { return []; }
  };
  // Names of credentials: an address ends up in histories and referrers, its fragment is readable by every script.
  const LETS_IN = /^(?:(?:access|id|auth|refresh|session)[-_]?token|jwt)$/i;
  const addressed = () =>
    [location.search.slice(1), location.hash.replace(/^#[^?]*\\?|^#/, '')].flatMap((part) =>
      [...new URLSearchParams(part)]
        .map(([key, value]) => ({ area: 'address', origin: location.origin, key: key.slice(0, 200), bytes: value.length, looks: shape(value) }))
        .filter(({ key, looks }) => ['jwt', 'key'].includes(looks) || (looks !== 'empty' && LETS_IN.test(key))),
    );
  const describe = (element) => {
    const id = idOf(element) ? '#' + idOf(element) : '';
    const [first] = builtIn(Element, 'classList')(element);
    return (builtIn(Element, 'localName')(element) + id + (first ? '.' + first : '')).slice(0, 100);
  };
  // Forms and frames can also be in open shadow trees and in frames of the same origin.
  const elements = elementsIn(document);
  const roots = [{ node: document, all: elements, find: findIn, own: true, framed: false }];
  let closed = false;
  for (let at = 0; at < roots.length && roots.length < 200; at++)
    for (const element of roots[at].all) {
      const name = builtIn(Element, 'localName')(element);
      const shadow = shadowOf(element);
      const inner = shadow ?? (name === 'iframe' || name === 'frame' ? element.contentDocument : null);
      if (inner) {
        // A frame without its own address is under the page's policy.
        const own = roots[at].own && (shadow !== null || attributeOf(element, 'srcdoc') !== null || /^(?:about:|javascript:|$)/i.test(attributeOf(element, 'src') ?? ''));
        const find = builtIn(shadow ? DocumentFragment : Document, 'querySelectorAll');
        roots.push({ node: inner, all: elementsIn(inner), find, own, framed: roots[at].framed || shadow === null });
      }
      else if (name.includes('-')) closed = true;
    }
  const all = (selector) => roots.flatMap(({ node, find }) => [...find(node, selector)]);
  const forms = most(all('form'), 50);
  // Fields and buttons anywhere in the document belong to the form that their attribute names.
  const partsOf = (form, selector) => [...new Set([...builtIn(HTMLFormElement, 'elements')(form), ...builtIn(Element, 'querySelectorAll')(form, '*')])]
    .filter((part) => builtIn(Element, 'matches')(part, selector));
  const ownRoots = roots.filter(({ own }) => own);
  const ofPolicy = (selector) => ownRoots.flatMap(({ node, find }) => [...find(node, selector)]);
  const handlers = [];
  const addresses = [];
  for (const element of ownRoots.flatMap((root) => root.all)) {
    for (const { name, value } of attributesOf(element)) {
      if (/^on[a-z]+$/.test(name) && handlers.length < 300) handlers.push({ element: describe(element), name, text: value.slice(0, 20000) });
      const runs = ['href', 'src', 'action', 'formaction'].includes(name) ? URL.parse(value) : null;
      if (runs?.protocol === 'javascript:' && addresses.length < 300) addresses.push({ element: describe(element), name, text: runs.href.slice(0, 20000) });
    }
  }
  // Resources in the markup that this window did not need: images for other screens, videos that were not started, icons.
  const named = new Map();
  const name = (directive, element, addresses) => {
    for (const address of addresses) {
      const url = address ? URL.parse(address, baseOf(element)) : null;
      const key = url && directive + ' ' + (url.origin === 'null' ? url.protocol : url.origin);
      if (key && named.size < 200 && /^(?:https?|data|blob):$/.test(url.protocol) && !named.has(key)) named.set(key, { directive, url: url.href.slice(0, 2000) });
    }
  };
  for (const [directive, selector, attribute] of [
    ['img-src', 'img[src]', 'src'], ['img-src', 'video[poster]', 'poster'],
    ['img-src', 'link[rel~=icon i], link[rel~=apple-touch-icon i], link[rel~=apple-touch-icon-precomposed i], link[rel~=mask-icon i]', 'href'],
    ['media-src', 'video[src], audio[src], video source[src], audio source[src], track[src]', 'src'],
    ['manifest-src', 'link[rel~=manifest i]', 'href'], ['style-src-elem', 'link[rel~=stylesheet i]', 'href'],
  ])
    for (const element of most(ofPolicy(selector), 2000)) name(directive, element, [attributeOf(element, attribute)]);
  for (const element of most(ofPolicy('img[srcset], picture > source[srcset]'), 2000))
    name('img-src', element, [...attributeOf(element, 'srcset').slice(0, 20000).matchAll(/(\\S*[^,\\s])(?:\\s[^,]*)?/g)].map(([, address]) => address));
  if (find('link[rel~=icon i]').length === 0) name('img-src', document, ['/favicon.ico']);
  // Limit for all inline scripts together: hundreds of large ones are a flood, not a page.
  let room = ${texts ? 8e6 : 0};
  const inlineText = ({ text = '' }) => {
    // Part of a text has a different hash.
    if (text.length > room) return null;
    room -= text.length;
    return text;
  };
  return {
    url: location.href,
    type: builtIn(Document, 'contentType')(document),
    charset: builtIn(Document, 'characterSet')(document),
    title: cut(builtIn(Document, 'title')(document), 200),
    base: find('base[href]').length > 0 ? baseOf(document) : null,
    policies: most(find('head > meta[http-equiv="content-security-policy" i]'), 20).map((meta) => (attributeOf(meta, 'content') ?? '').slice(0, 32768)),
    forms: forms.map((form) => ({
      action: attributeOf(form, 'action') === null ? location.href : URL.parse(attributeOf(form, 'action'), baseOf(form))?.href ?? null,
      method: attributeOf(form, 'method')?.toLowerCase() ?? 'get',
      password: partsOf(form, 'input[type=password]').length > 0,
      framed: roots.some(({ framed, all }) => framed && all.includes(form)),
      // As written, so that it is recognized in the markup.
      written: cut([attributeOf(form, 'action'), attributeOf(form, 'method')].join(' '), 2000),
      // A button may submit the form elsewhere.
      buttons: most(partsOf(form, '[formaction]'), 10).map((button) => ({
        action: URL.parse(attributeOf(button, 'formaction'), baseOf(form))?.href ?? null,
        method: (attributeOf(button, 'formmethod') ?? attributeOf(form, 'method'))?.toLowerCase() ?? 'get',
      })),
    })),
    controls: most(all('input, select'), 300).map((control) => ({
      name: control.localName,
      form: control.form ? forms.indexOf(control.form) : -1,
      attributes: most(control.attributes, 30).filter(({ name }) => ['type', 'name', 'id', 'autocomplete'].includes(name)).map(({ name, value }) => [name, value.slice(0, 200)]),
    })),
    places: most(find('[id]'), 2000).map((element) => idOf(element).slice(0, 60)),
    closed: closed && elements.length < 20000,
    frames: most(roots.flatMap(({ node, find, own }) => [...find(node, 'iframe, frame')].map((frame) => ({ frame, own }))), 60).map(({ frame, own }) => ({
      own, url: frame.src || 'about:blank', sandbox: cut(frame.getAttribute('sandbox')), allow: cut(frame.getAttribute('allow')),
    })),
    scripts: most(ofPolicy('script'), 300).map((script) => ({
      src: script.src || null, integrity: script.getAttribute('integrity'), text: script.src ? null : inlineText(script), element: describe(script),
    })),
    styles: most(ofPolicy('style'), 200).map((style) => ({ element: describe(style), text: inlineText({ text: builtIn(Node, 'textContent')(style) }) })),
    styled: most(ofPolicy('[style]'), 300).map((element) => ({ element: describe(element), text: attributeOf(element, 'style').slice(0, 2000) })),
    handlers,
    addresses,
    named: [...named.values()],
    storage: [...stored('local', () => localStorage), ...stored('session', () => sessionStorage), ...addressed()],
    links: most(builtIn(Document, 'links')(document), 500).map((link) => ({ url: link.href, text: cut(link.textContent.trim(), 60) })),
    width: innerWidth, height: innerHeight,
  };
})()`;

export interface PageReading {
  url: string;
  /** Media type of the document. */
  type: string;
  /** Encoding of the document, and of scripts that state none. */
  charset: string;
  title: string;
  base: string | null;
  /** Content-Security-Policy in `meta` elements. */
  policies: string[];
  /** `framed`: in a frame of the page's own origin. */
  forms: {
    action: string | null;
    method: string;
    password: boolean;
    framed: boolean;
    /** `action` and `method` as the element has them. */
    written: string;
    buttons: { action: string | null; method: string }[];
  }[];
  controls: { name: string; form: number; attributes: [string, string][] }[];
  places: string[];
  /** There are custom elements without a visible tree: they may have a closed one. */
  closed: boolean;
  /** `own`: under the page's policy, not that of a surrounding frame. */
  frames: { own: boolean; url: string; sandbox: string | null; allow: string | null }[];
  scripts: { src: string | null; integrity: string | null; text: string | null; element: string }[];
  styles: { element: string; text: string | null }[];
  styled: { element: string; text: string }[];
  handlers: { element: string; name: string; text: string }[];
  /** `javascript:` addresses. */
  addresses: { element: string; name: string; text: string }[];
  /** Addresses in the markup and in style sheets, one of each origin, whether they were loaded or not. */
  named: { directive: string; url: string }[];
  storage: {
    area: 'local' | 'session' | 'address';
    origin: string;
    key: string;
    bytes: number;
    looks: 'jwt' | 'key' | 'token' | 'data' | 'empty';
  }[];
  links: { url: string; text: string | null }[];
  width: number;
  height: number;
}
