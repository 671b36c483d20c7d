/**
 * What a visitor does before they decide anything: scrolls to the end and back, opens what opens, puts the cursor into
 * fields. Nothing is typed, sent or followed. Runs in a world of its own, where the page cannot see it.
 */
export const VISIT = `(async () => {
  // What waits for an element to come into view is told with the next picture; a hidden page draws none.
  const rest = () => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); setTimeout(done, 150); });
  addEventListener('submit', (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true);
  addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a[href],area[href]');
    if (link) event.preventDefault();
  }, true);
  const end = Math.min(document.documentElement.scrollHeight, 20000);
  for (let part = 1; part <= 4; part++) { scrollTo(0, (end * part) / 4); await rest(); }
  scrollTo(0, 0);
  const menus = [...document.querySelectorAll(
    'summary, [aria-haspopup]:not(input), [aria-expanded="false"], nav button, .menu-toggle, .navbar-toggler, [data-toggle], [data-bs-toggle]',
  )].filter((element) => !element.closest('a[href], [disabled]') && !(element.form && element.type === 'submit'));
  for (const element of menus.slice(0, 8)) {
    for (const type of ['pointerover', 'mouseover', 'mouseenter']) element.dispatchEvent(new MouseEvent(type, { bubbles: true }));
    element.click();
  }
  const fields = document.querySelectorAll('input:not([type=hidden]):not([type=submit]):not([type=file]), textarea, select');
  for (const field of [...fields].slice(0, 12)) { field.focus({ preventScroll: true }); field.blur(); }
  await rest();
})()`;

/** What stands in the page when it has settled, as plain data. Values of fields and storage stay where they are. */
export const READ = `(() => {
  const most = (list, count) => [...list].slice(0, count);
  const cut = (text, count = 400) => text === null || text === undefined ? null : String(text).slice(0, count);
  const shape = (value) => {
    if (value === '') return 'empty';
    if (/\\beyJ[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]*/.test(value)) return 'jwt';
    if (/\\b(?:gh[opsur]_[A-Za-z0-9]{30,}|github_pat_\\w{30,}|glpat-[\\w-]{20,}|[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|xox[abeprs]-[\\w-]{10,}|AKIA[0-9A-Z]{16}|npm_[A-Za-z0-9]{36}|SG\\.[\\w-]{16,}\\.[\\w-]{16,})/.test(value)) return 'key';
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
  const describe = (element) => {
    const id = element.id ? '#' + element.id : '';
    const kind = element.classList && element.classList.length > 0 ? '.' + element.classList[0] : '';
    return (element.localName + id + kind).slice(0, 100);
  };
  // Forms and frames stand in open shadow trees and in frames of the same origin, too.
  const roots = [document];
  for (let at = 0; at < roots.length && roots.length < 60; at++)
    for (const element of most(roots[at].querySelectorAll('*'), 5000)) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      else if (element.localName === 'iframe' && element.contentDocument) roots.push(element.contentDocument);
    }
  const all = (selector) => roots.flatMap((root) => [...root.querySelectorAll(selector)]);
  const forms = most(all('form'), 50);
  const handlers = [];
  for (const element of most(document.querySelectorAll('*'), 5000)) {
    for (const { name, value } of element.attributes) {
      if (/^on[a-z]+$/.test(name) && handlers.length < 300) handlers.push({ element: describe(element), name, text: value.slice(0, 20000) });
    }
  }
  return {
    url: location.href,
    type: document.contentType,
    title: cut(document.title, 200),
    base: document.querySelector('base[href]') ? document.baseURI : null,
    forms: forms.map((form) => ({
      action: form.hasAttribute('action') ? URL.parse(form.getAttribute('action'), form.baseURI)?.href ?? null : location.href,
      method: form.getAttribute('method')?.toLowerCase() ?? 'get',
      password: form.querySelector('input[type=password]') !== null,
    })),
    controls: most(all('input, select'), 300).map((control) => ({
      name: control.localName,
      form: control.form ? forms.indexOf(control.form) : -1,
      attributes: most(control.attributes, 30).filter(({ name }) => ['type', 'name', 'id', 'autocomplete'].includes(name)).map(({ name, value }) => [name, value.slice(0, 200)]),
    })),
    places: most(document.querySelectorAll('[id]'), 2000).map(({ id }) => id.slice(0, 60)),
    frames: most(all('iframe, frame'), 60).map((frame) => ({
      url: frame.src || 'about:blank', sandbox: cut(frame.getAttribute('sandbox')), allow: cut(frame.getAttribute('allow')),
    })),
    scripts: most(document.scripts, 300).map((script) => ({
      src: script.src || null, integrity: script.getAttribute('integrity'), text: script.src ? null : script.text.slice(0, 200000), element: describe(script),
    })),
    styles: most(document.querySelectorAll('style'), 200).map(describe),
    styled: most(document.querySelectorAll('[style]'), 300).map((element) => ({ element: describe(element), text: element.getAttribute('style').slice(0, 2000) })),
    handlers,
    storage: [...stored('local', () => localStorage), ...stored('session', () => sessionStorage)],
    links: most(document.links, 500).map((link) => ({ url: link.href, text: cut(link.textContent.trim(), 60) })),
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
  frames: { url: string; sandbox: string | null; allow: string | null }[];
  scripts: { src: string | null; integrity: string | null; text: string | null; element: string }[];
  styles: string[];
  styled: { element: string; text: string }[];
  handlers: { element: string; name: string; text: string }[];
  storage: {
    area: 'local' | 'session';
    origin: string;
    key: string;
    bytes: number;
    looks: 'jwt' | 'key' | 'token' | 'data' | 'empty';
  }[];
  links: { url: string; text: string | null }[];
  width: number;
  height: number;
}
