/** JSON with sorted object keys, so that equal data always has equal bytes (as RFC 8785 orders them). */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** Beforehand and not by a replacer, which would be called for each of the 100,000 strings that evidence may hold. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    return value.some((inner) => inner !== null && typeof inner === 'object') ? value.map(sorted) : value;
  }
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
