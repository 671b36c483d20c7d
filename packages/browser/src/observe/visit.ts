/**
 * Properties as the platform defines them. On documents and forms an element's name hides built-in properties: with
 * `<input name="attributes">` a form has no attributes any more, and a page could use that to hide.
 */
const BUILT_IN = `
  const builtIn = (type, name) => {
    const { get, value } = Object.getOwnPropertyDescriptor(type.prototype, name);
    return Function.prototype.call.bind(get ?? value);
  };
  const idOf = builtIn(Element, 'id');
  const attributesOf = builtIn(Element, 'attributes');
  const attributeOf = builtIn(Element, 'getAttribute');
  const closestOf = builtIn(Element, 'closest');
  const baseOf = builtIn(Node, 'baseURI');
  const findIn = builtIn(Document, 'querySelectorAll');
  const find = (selector) => [...findIn(document, selector)];
  const shadowOf = builtIn(Element, 'shadowRoot');
  const elementsIn = (root) => {
    const walker = builtIn(Document, 'createTreeWalker')(document, root, NodeFilter.SHOW_ELEMENT);
    const found = [];
    for (let node = walker.nextNode(); node && found.length < 50000; node = walker.nextNode()) found.push(node);
    return found;
  };
`;

/**
 * What a visitor does before making any decision: moves the pointer, scrolls to the end and back, opens menus, focuses
 * fields. Nothing is typed, submitted or followed. Runs in an isolated world, where the page cannot see it.
 */
export const VISIT = `(async () => {
  ${BUILT_IN}
  // Intersection observers are notified with the next frame; a hidden page draws none.
  const rest = () => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); setTimeout(done, 150); });
  addEventListener('submit', (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true);
  addEventListener('click', (event) => {
    const path = event.composedPath();
    if (path.some((element) => element instanceof Element && closestOf(element, 'a[href],area[href]'))) event.preventDefault();
  }, true);
  const whole = builtIn(Document, 'documentElement')(document);
  // Caches and consent tools delay scripts until a visitor moves.
  for (const [type, Kind] of [['pointermove', PointerEvent], ['mouseover', MouseEvent], ['mousemove', MouseEvent], ['wheel', WheelEvent]])
    whole.dispatchEvent(new Kind(type, { bubbles: true, composed: true, clientX: innerWidth / 2, clientY: innerHeight / 2 }));
  const end = Math.min(whole.scrollHeight, 20000);
  // Style sheets may make every scroll smooth, which takes longer than is waited for.
  const scroll = builtIn(Element, 'scrollTo');
  // Observers see each frame, so each shows another part. Not on slow pages: of those, only the end is shown.
  const until = performance.now() + 1500;
  const frame = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 100); });
  for (let top = 0; top < end && performance.now() < until; top += innerHeight * 0.9) { scrollTo({ top, behavior: 'instant' }); await frame(); }
  scrollTo({ top: end, behavior: 'instant' });
  await rest();
  // Popovers and dialogs that open without a script.
  const BY_MARKUP = '[popovertarget]:not([popovertargetaction=hide i]), [commandfor]:not([command*=close i], [command=hide-popover i])';
  const matchesSelector = builtIn(Element, 'matches');
  // The document and its open shadow trees.
  const treesOf = (most) => {
    const trees = [{ root: document, all: elementsIn(document), find }];
    for (let at = 0; at < trees.length && trees.length < most; at++)
      for (const element of trees[at].all) {
        const shadow = shadowOf(element);
        if (shadow) trees.push({ root: shadow, all: elementsIn(shadow), find: (selector) => [...builtIn(DocumentFragment, 'querySelectorAll')(shadow, selector)] });
      }
    return trees;
  };
  const trees = treesOf(200);
  const findAll = (selector) => trees.flatMap(({ find }) => find(selector));
  // Application shells scroll in an element, and rows of cards to the side.
  const scrolls = (element) => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
    if (element === whole || (scrollHeight < clientHeight + 100 && scrollWidth < clientWidth + 100) || clientHeight === 0) return false;
    const { overflowX, overflowY, visibility } = getComputedStyle(element);
    return visibility === 'visible' && /auto|scroll/.test(overflowX + overflowY);
  };
  const scrollers = trees.flatMap(({ all }) => all).slice(0, 5000).filter(scrolls);
  for (const element of scrollers.slice(0, 6)) {
    if (performance.now() > until) break;
    builtIn(Element, 'scrollIntoView')(element, { block: 'nearest', behavior: 'instant' });
    for (const part of [0.5, 1, 0]) {
      scroll(element, { top: Math.min(element.scrollHeight, 20000) * part, left: element.scrollWidth * part, behavior: 'instant' });
      await rest();
    }
  }
  scrollTo({ top: 0, behavior: 'instant' });
  const focused = new Set();
  const focusFields = () => {
    for (const field of findAll('input:not([type=hidden]):not([type=submit]):not([type=file]), textarea, select').slice(0, 12)) {
      if (focused.has(field)) continue;
      field.focus({ preventScroll: true });
      if (matchesSelector(field, ':focus')) focused.add(field);
      field.blur();
    }
  };
  // Also before menus: an open dialog makes the rest of the page inert.
  focusFields();
  // A link to a place in the page, or to nothing, is a button to scripts; any other navigates away.
  const menus = findAll(
    'summary, [aria-haspopup]:not(input), [aria-expanded="false"], nav button, .menu-toggle, .navbar-toggler, [data-toggle], [data-bs-toggle], ' + BY_MARKUP,
  ).filter((element) => !(element instanceof HTMLFormElement) && !closestOf(element, 'a[href]:not([href^="#"], [href^="javascript:" i]), [disabled]') && !(element.form && element.type === 'submit'));
  for (const element of menus.slice(0, 8)) {
    for (const type of ['pointerover', 'mouseover', 'mouseenter']) element.dispatchEvent(new MouseEvent(type, { bubbles: true }));
    element.click?.();
    // Its event and its pictures come with the next frame; the next one may close it.
    if (matchesSelector(element, BY_MARKUP) && performance.now() < until) await rest();
  }
  focusFields();
  // Timers run out later, but animations do not: they end here, for what waits for it.
  const running = trees.flatMap(({ root }) => builtIn(root === document ? Document : ShadowRoot, 'getAnimations')(root));
  for (const animation of running.slice(0, 1000)) {
    const { endTime } = animation.effect?.getComputedTiming() ?? {};
    const ends = animation.playState === 'running' && animation.playbackRate > 0 && endTime <= 15000;
    if (ends && animation.timeline instanceof DocumentTimeline) animation.finish();
  }
  await rest();
})()`;

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
    if (/\\b(?:gh[opsur]_[A-Za-z0-9]{30,}|github_pat_\\w{30,}|glpat-[\\w-]{20,}|[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|xox[abeprs]-[\\w-]{10,}|AKIA[0-9A-Z]{16}|npm_[A-Za-z0-9]{36}|SG\\.[\\w-]{16,}\\.[\\w-]{16,}|sk-(?:proj|ant|svcacct)-[\\w-]{20,}|shp(?:at|ca|pa|ss)_[0-9a-f]{32}|dop_v1_[0-9a-f]{64}|ya29\\.[\\w-]{20,})|-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/.test(value)) return 'key';
    if (/^"?[A-Za-z0-9+/_=.-]{20,}"?$/.test(value) && /\\d/.test(value) && /[A-Za-z]/.test(value) && new Set(value).size >= 12) return 'token';
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
