/**
 * Directives of all Cache-Control fields (RFC 9111 §5.2), their names in lower case, with their arguments as sent. Commas
 * in quoted strings are skipped.
 */
export function cacheDirectives(values: readonly string[]): Map<string, string | null> {
  const directives = new Map<string, string | null>();
  for (const part of values.join(',').match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []) {
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).trim().toLowerCase();
    // Without an argument it applies to the whole response, whatever another one says.
    if (name && directives.get(name) !== null) directives.set(name, equals < 0 ? null : part.slice(equals + 1).trim());
  }
  return directives;
}
