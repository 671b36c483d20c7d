/** The first names, and how many more there are: `a, b and 3 more`. */
export function listed(names: readonly string[], most = 10): string {
  const rest = names.length - most;
  return names.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
