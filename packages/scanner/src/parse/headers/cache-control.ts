/** Directive names of Cache-Control (RFC 9111 §5.2), lower case, over all fields; quoted commas respected. */
export function cacheDirectives(values: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (const part of values.join(',').match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []) {
    const name = part.split('=', 1)[0]?.trim().toLowerCase();
    if (name) names.add(name);
  }
  return names;
}
