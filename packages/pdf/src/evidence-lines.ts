/** Characters in a line of the appendix. */
const WIDE = 96;

/** `not_after` → `Not after`. */
function readableKey(key: string): string {
  const words = key.replaceAll('_', ' ').trim();
  return words === '' ? key : words.slice(0, 1).toUpperCase() + words.slice(1);
}

/**
 * A section's evidence as indented lines, whatever its shape: sections gain fields, and
 * old reports must still print. Nulls and empty lists are shown, not left out. What fits on
 * one line is on one line: `- Name: session; Secure: no; Path: /`.
 */
export function evidenceLines(value: unknown, indent = ''): string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [`${indent}(none)`];
    return value.flatMap((entry: unknown) => {
      if (isScalar(entry)) return [`${indent}- ${scalar(entry, indent)}`];
      const short = inLine(entry);
      if (short !== null && fits(indent, short)) return [`${indent}- ${short}`];
      const [first = '', ...rest] = evidenceLines(entry, `${indent}  `);
      return [`${indent}- ${first.trimStart()}`, ...rest];
    });
  }
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value);
    if (entries.length === 0) return [`${indent}(nothing)`];
    return entries.flatMap(([key, entry]: [string, unknown]) => {
      const label = `${readableKey(key)}:`;
      if (isScalar(entry)) return [`${indent}${label} ${scalar(entry, indent)}`];
      const short = inLine(entry);
      if (short !== null && fits(indent, label, short)) return [`${indent}${label} ${short}`];
      return [`${indent}${label}`, ...evidenceLines(entry, `${indent}  `)];
    });
  }
  return [`${indent}${scalar(value, indent)}`];
}

function fits(...parts: readonly string[]): boolean {
  return parts.join(' ').length <= WIDE;
}

/** A list or object of scalars on one line; otherwise null. */
function inLine(value: unknown): string | null {
  if (Array.isArray(value)) {
    const words = value.map((entry: unknown) => plain(entry));
    if (words.length === 0) return '(none)';
    return words.includes(null) ? null : words.join(', ');
  }
  if (value === null || typeof value !== 'object') return null;
  const words = Object.entries(value).map(([key, entry]: [string, unknown]) => {
    const word = Array.isArray(entry) && entry.length === 0 ? '(none)' : plain(entry);
    return word === null ? null : `${readableKey(key)}: ${word}`;
  });
  if (words.length === 0) return '(nothing)';
  return words.includes(null) ? null : words.join('; ');
}

function plain(value: unknown): string | null {
  if (!isScalar(value)) return null;
  const word = scalar(value, '');
  return word.includes('\n') ? null : word;
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
