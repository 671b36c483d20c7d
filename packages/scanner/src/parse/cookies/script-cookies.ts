const MAX_TEXT = 65_536;
const MAX_NAMES = 20;
/** `document.cookie = 'name=…'`, `Cookies.set('name', …)`. The bounded name makes matching linear. */
const ASSIGNED =
  /\bdocument\.cookie\s{0,10}=\s{0,10}["'`]([^"'`=;,\s]{1,80})=|\bCookies\.set\(\s{0,10}["'`]([^"'`=;,\s]{1,80})["'`]/gu;

/** Names of cookies that an inline script sets, if its text contains them literally. */
export function scriptCookies(text: string, found: Set<string>): void {
  for (const [, assigned, library] of text.slice(0, MAX_TEXT).matchAll(ASSIGNED)) {
    const name = assigned ?? library;
    if (name && found.size < MAX_NAMES) found.add(name);
  }
}
