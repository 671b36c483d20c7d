const MAX_TEXT = 65_536;
const MAX_NAMES = 20;
/** `document.cookie = 'name=…'`, `Cookies.set('name', …)`, `cookieStore.set({name: 'name', …})`, `$.cookie('name', …)`. The bounded name makes matching linear. */
const NAME = String.raw`\s{0,10}["'\x60]([^"'\x60=;,\s]{1,80})`;
const ASSIGNED = new RegExp(
  [
    String.raw`\bdocument\.cookie\s{0,10}=${NAME}=`,
    String.raw`\b(?:Cookies|cookieStore)\.set\((?:\s{0,10}\{\s{0,10}name\s{0,10}:)?${NAME}["'\x60]`,
    // With one argument, it reads.
    String.raw`(?:\$|\bjQuery)\.cookie\(${NAME}["'\x60]\s{0,10},`,
  ].join('|'),
  'gu',
);

/** Names of cookies that an inline script sets, if its text contains them literally. */
export function scriptCookies(text: string, found: Set<string>): void {
  for (const [, assigned, library, plugin] of text.slice(0, MAX_TEXT).matchAll(ASSIGNED)) {
    const name = assigned ?? library ?? plugin;
    if (name && found.size < MAX_NAMES) found.add(name);
  }
}
