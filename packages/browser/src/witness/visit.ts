/**
 * Properties as the platform defines them. On documents and forms an element's name hides what is built in: with
 * `<input name="attributes">` a form has no attributes any more, and a page could hide itself so.
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
`;

/**
 * What a visitor does before they decide anything: scrolls to the end and back, opens what opens, puts the cursor into
 * fields. Nothing is typed, sent or followed. Runs in a world of its own, where the page cannot see it.
 */
export const VISIT = `(async () => {
  ${BUILT_IN}
  // What waits for an element to come into view is told with the next picture; a hidden page draws none.
  const rest = () => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); setTimeout(done, 150); });
  addEventListener('submit', (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true);
  addEventListener('click', (event) => {
    const link = event.target instanceof Element && closestOf(event.target, 'a[href],area[href]');
    if (link) event.preventDefault();
  }, true);
  const end = Math.min(builtIn(Document, 'documentElement')(document).scrollHeight, 20000);
  for (let part = 1; part <= 4; part++) { scrollTo(0, (end * part) / 4); await rest(); }
  scrollTo(0, 0);
  const menus = find(
    'summary, [aria-haspopup]:not(input), [aria-expanded="false"], nav button, .menu-toggle, .navbar-toggler, [data-toggle], [data-bs-toggle]',
  ).filter((element) => !(element instanceof HTMLFormElement) && !closestOf(element, 'a[href], [disabled]') && !(element.form && element.type === 'submit'));
  for (const element of menus.slice(0, 8)) {
    for (const type of ['pointerover', 'mouseover', 'mouseenter']) element.dispatchEvent(new MouseEvent(type, { bubbles: true }));
    element.click?.();
  }
  const fields = find('input:not([type=hidden]):not([type=submit]):not([type=file]), textarea, select');
  for (const field of fields.slice(0, 12)) { field.focus({ preventScroll: true }); field.blur(); }
  await rest();
})()`;

/** What stands in the page when it has settled, as plain data. Values of fields and storage stay where they are. */
export const READ = `(() => {
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
  // Names of what lets someone in: an address ends up in histories and referrers, its fragment in reach of every script.
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
  const elementsIn = (root) => {
    const walker = builtIn(Document, 'createTreeWalker')(document, root, NodeFilter.SHOW_ELEMENT);
    const found = [];
    for (let node = walker.nextNode(); node && found.length < 50000; node = walker.nextNode()) found.push(node);
    return found;
  };
  // Forms and frames stand in open shadow trees and in frames of the same origin, too.
  const shadowOf = builtIn(Element, 'shadowRoot');
  const elements = elementsIn(document);
  const roots = [{ node: document, all: elements, find: findIn }];
  let closed = false;
  for (let at = 0; at < roots.length && roots.length < 200; at++)
    for (const element of roots[at].all) {
      const name = builtIn(Element, 'localName')(element);
      const shadow = shadowOf(element);
      const inner = shadow ?? (name === 'iframe' || name === 'frame' ? element.contentDocument : null);
      if (inner) roots.push({ node: inner, all: elementsIn(inner), find: builtIn(shadow ? DocumentFragment : Document, 'querySelectorAll') });
      else if (name.includes('-')) closed = true;
    }
  const all = (selector) => roots.flatMap(({ node, find }) => [...find(node, selector)]);
  const forms = most(all('form'), 50);
  const handlers = [];
  for (const element of elements) {
    for (const { name, value } of attributesOf(element)) {
      if (/^on[a-z]+$/.test(name) && handlers.length < 300) handlers.push({ element: describe(element), name, text: value.slice(0, 20000) });
    }
  }
  // Of inline scripts all together: hundreds of large ones are a flood, not a page.
  let room = 8e6;
  const inlineText = ({ text = '' }) => {
    const kept = text.slice(0, Math.min(room, 200000));
    room -= kept.length;
    return kept;
  };
  return {
    url: location.href,
    type: builtIn(Document, 'contentType')(document),
    title: cut(builtIn(Document, 'title')(document), 200),
    base: find('base[href]').length > 0 ? baseOf(document) : null,
    forms: forms.map((form) => ({
      action: attributeOf(form, 'action') === null ? location.href : URL.parse(attributeOf(form, 'action'), baseOf(form))?.href ?? null,
      method: attributeOf(form, 'method')?.toLowerCase() ?? 'get',
      password: builtIn(Element, 'querySelector')(form, 'input[type=password]') !== null,
    })),
    controls: most(all('input, select'), 300).map((control) => ({
      name: control.localName,
      form: control.form ? forms.indexOf(control.form) : -1,
      attributes: most(control.attributes, 30).filter(({ name }) => ['type', 'name', 'id', 'autocomplete'].includes(name)).map(({ name, value }) => [name, value.slice(0, 200)]),
    })),
    places: most(find('[id]'), 2000).map((element) => idOf(element).slice(0, 60)),
    closed: closed && elements.length < 20000,
    frames: most(all('iframe, frame'), 60).map((frame) => ({
      url: frame.src || 'about:blank', sandbox: cut(frame.getAttribute('sandbox')), allow: cut(frame.getAttribute('allow')),
    })),
    scripts: most(builtIn(Document, 'scripts')(document), 300).map((script) => ({
      src: script.src || null, integrity: script.getAttribute('integrity'), text: script.src ? null : inlineText(script), element: describe(script),
    })),
    styles: most(find('style'), 200).map(describe),
    styled: most(find('[style]'), 300).map((element) => ({ element: describe(element), text: attributeOf(element, 'style').slice(0, 2000) })),
    handlers,
    storage: [...stored('local', () => localStorage), ...stored('session', () => sessionStorage), ...addressed()],
    links: most(builtIn(Document, 'links')(document), 500).map((link) => ({ url: link.href, text: cut(link.textContent.trim(), 60) })),
    width: innerWidth, height: innerHeight,
  };
})()`;

export interface PageReading {
  url: string;
  /** Media type of the document. */
  type: string;
  title: string;
  base: string | null;
  forms: { action: string | null; method: string; password: boolean }[];
  controls: { name: string; form: number; attributes: [string, string][] }[];
  places: string[];
  /** There are elements of its own making that show no tree: they may have a closed one. */
  closed: boolean;
  frames: { url: string; sandbox: string | null; allow: string | null }[];
  scripts: { src: string | null; integrity: string | null; text: string | null; element: string }[];
  styles: string[];
  styled: { element: string; text: string }[];
  handlers: { element: string; name: string; text: string }[];
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
