/** `not_after` → `Not after`. */
export function readableKey(key: string): string {
  const words = key.replaceAll('_', ' ').trim();
  return words === '' ? key : words.slice(0, 1).toUpperCase() + words.slice(1);
}

/**
 * A section's evidence as indented lines, whatever its shape: sections gain fields, and
 * an old report must still print. Nulls and empty lists are said, not hidden.
 */
export function evidenceLines(value: unknown, indent = ''): string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [`${indent}(none)`];
    return value.flatMap((entry: unknown) => {
      if (isScalar(entry)) return [`${indent}- ${scalar(entry, indent)}`];
      const [first = '', ...rest] = evidenceLines(entry, `${indent}  `);
      return [`${indent}- ${first.trimStart()}`, ...rest];
    });
  }
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value);
    if (entries.length === 0) return [`${indent}(nothing)`];
    return entries.flatMap(([key, entry]: [string, unknown]) => {
      const label = `${indent}${readableKey(key)}:`;
      if (isScalar(entry)) return [`${label} ${scalar(entry, indent)}`];
      if (Array.isArray(entry) && entry.every(isScalar) && entry.map(String).join(', ').length <= 72) {
        return [`${label} ${entry.length === 0 ? '(none)' : entry.map(String).join(', ')}`];
      }
      return [label, ...evidenceLines(entry, `${indent}  `)];
    });
  }
  return [`${indent}${scalar(value, indent)}`];
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

function scalar(value: unknown, indent: string): string {
  if (value === null || value === undefined) return 'none';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  return (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('\n', `\n${indent}    `);
}
