import fc from 'fast-check';
import { repeating } from './linear.ts';

const crowd = (size: number, each: number, one: (index: number) => string, between: string) =>
  Array.from({ length: Math.ceil(size / each) }, (_, index) => one(index)).join(between);

/** Field values of about that many characters that cause backtracking or quadratic parsers to hang. */
export const HOSTILE_SHAPES: readonly ((size: number) => string)[] = [
  ...[' ', '\t', ';', ',', '=', '"', "'", '\\', '*', ':', '/', '.', '-', 'a', '0', '(', ')', '\u00e9'].map(repeating),
  ...['a ', 'a;', 'a,', 'a=,', 'a="', '\\"', "'nonce-"].map(repeating),
  (size) => `'nonce-${'A'.repeat(size)}`,
  (size) => `'sha256-${'='.repeat(size)}'`,
  (size) => `https://${'a.'.repeat(size / 2)}!`,
  (size) => `${'a'.repeat(size)}://!`,
  (size) => `max-age=${'9'.repeat(size)}x`,
  (size) => `max-age=1${' '.repeat(size)}x`,
  (size) => `script-src ${'http://a.example '.repeat(size / 17)}`,
  (size) => `script-src ${crowd(size, 20, (index) => `http://h${index}.example`, ' ')}`,
  (size) => crowd(size, 33, (index) => `img-src http: http://h${index}.example`, ','),
  (size) => `script-src ${crowd(size, 8, (index) => `*:${index}`, ' ')}`,
  (size) => crowd(size, 50, (index) => `feature-${index}=(self "https://h${index}.example")`, ', '),
];

export const HOSTILE: readonly string[] = HOSTILE_SHAPES.map((shape) => shape(150_000));

/** Printable field values with the special characters of header grammars. */
export const fieldValue = fc.oneof(
  fc.string({ unit: fc.constantFrom(...' \t;,="\'\\*:/.-_()+?!{}%$@#&|~^<>[]09azAZ\u00e9\u0080') }),
  fc.string({ unit: 'binary' }),
);
