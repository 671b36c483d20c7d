/** Directive names of all Cache-Control fields (RFC 9111 §5.2) in lower case. Commas in quoted strings are skipped. */
export function cacheDirectives(values: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (const part of values.join(',').match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []) {
    const name = part.split('=', 1)[0]?.trim().toLowerCase();
    if (name) names.add(name);
  }
  return names;
}
