import fc from 'fast-check';

const BIG = 150_000;

/**
 * Field values that make a backtracking or quadratic reader stand still: at this size a
 * quadratic step takes most of a minute, and the test runs out of time.
 */
export const HOSTILE: readonly string[] = [
  ...[' ', '\t', ';', ',', '=', '"', "'", '\\', '*', ':', '/', '.', '-', 'a', '0', '(', ')', '\u00e9'].map((unit) =>
    unit.repeat(BIG),
  ),
  'a '.repeat(BIG / 2),
  'a;'.repeat(BIG / 2),
  'a,'.repeat(BIG / 2),
  'a=,'.repeat(BIG / 3),
  'a="'.repeat(BIG / 3),
  '\\"'.repeat(BIG / 2),
  "'nonce-".repeat(BIG / 7),
  `'nonce-${'A'.repeat(BIG)}`,
  `'sha256-${'='.repeat(BIG)}'`,
  `https://${'a.'.repeat(BIG / 2)}!`,
  `${'a'.repeat(BIG)}://!`,
  `max-age=${'9'.repeat(BIG)}x`,
  `max-age=1${' '.repeat(BIG)}x`,
  `script-src ${'http://a.example '.repeat(BIG / 17)}`,
  `script-src ${Array.from({ length: 20_000 }, (_, index) => `http://h${index}.example`).join(' ')}`,
  Array.from({ length: 20_000 }, (_, index) => `img-src http: http://h${index}.example`).join(','),
  `script-src ${Array.from({ length: 20_000 }, (_, index) => `*:${index}`).join(' ')}`,
  Array.from({ length: 20_000 }, (_, index) => `feature-${index}=(self "https://h${index}.example")`).join(', '),
];

/** Printable field values with the characters that header grammars are made of. */
export const fieldValue = fc.oneof(
  fc.string({ unit: fc.constantFrom(...' \t;,="\'\\*:/.-_()+?!{}%$@#&|~^<>[]09azAZ\u00e9\u0080') }),
  fc.string({ unit: 'binary' }),
);
