/** Text inside a double-quoted attribute of XML. */
export function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** A string of JavaScript, in single quotes where it needs no escape. */
export function javascriptString(value: string): string {
  return /['\\]/.test(value) ? JSON.stringify(value) : `'${value}'`;
}

/** In single quotes PHP knows two escapes. */
export function phpString(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
