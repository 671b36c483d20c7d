import { createHash } from 'node:crypto';

/** What stays the same of a script whose text differs from load to load. */
export interface SteadyParts {
  /** Hash of the words that stay the same; empty: the texts have different numbers of words, or are too large to keep. */
  words: string;
  /**
   * Hash of the text without its data (strings, numbers, and lists of them), and of the hosts that its addresses name; absent:
   * that differs, too.
   */
  code?: string;
}

/** @param texts of one script in several loads */
export function steadyParts(texts: readonly (string | undefined)[]): SteadyParts {
  const known = texts.filter((text) => text !== undefined);
  if (known.length < texts.length || known.length === 0) return { words: '' };
  const timeless = known.map(withoutTime);
  const [code = '', ...others] = timeless.map(codeOf);
  const same = others.every((other) => other === code);
  return { words: steadyWords(timeless.map(wordsOf)), ...(same && { code: hashOf(code) }) };
}

/** Of a text that cannot be paired with one of another load: only its code can be compared. */
export function codeAlone(text: string): SteadyParts & { code: string } {
  return { words: '', code: hashOf(codeOf(withoutTime(text))) };
}

function withoutTime(text: string): string {
  return text.replaceAll(TIME, '0');
}

function codeOf(text: string): string {
  return `${withoutData(text)}\n${hostsIn(text)}`;
}

/** In JSON, slashes may be escaped. */
const HOST = /\\?\/\\?\/(?<host>[\w-]+(?:\.[\w-]+)+)/gu;

/** An address is data, too, but where a script loads from or sends to is what an attacker changes. */
function hostsIn(text: string): string {
  const hosts = Array.from(text.matchAll(HOST), ({ groups }) => groups?.['host']?.toLowerCase() ?? '');
  return [...new Set(hosts)].toSorted().join(' ');
}

/** Dates and times: the hour and the day stay the same during a visit, and differ in the next one. */
const TIME =
  /\b\d{4}-[01]\d-[0-3]\d(?:[T ][0-2]\d:[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?:Z|[+-][01]\d:?[0-5]\d)?)?|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?:\d{1,2} [A-Z][a-z]{2}|[A-Z][a-z]{2} \d{1,2}),? \d{4}(?: [0-2]\d:[0-5]\d:[0-5]\d)?/gu;

/** Words that differ are left out of all texts: an attacker can hide nothing else in them. */
function steadyWords([first = [], ...others]: readonly string[][]): string {
  if (others.some(({ length }) => length !== first.length)) return '';
  const steady = first.map((word, index) => (others.every((other) => other[index] === word) ? word : '\0'));
  return hashOf(steady.flatMap((word) => (word.length < TOKEN_LENGTH ? [word] : (word.match(WORDS) ?? []))).join('\n'));
}

const WORDS = /\w+|[^\s\w]/gu;
const TOKEN_LENGTH = 20;
/** A string that may be a random value in Base64, also encoded for a URL. */
const TOKENS = /(?<=(["'`]))[\w+/=%-]{20,}(?=\1)|\w+|[^\s\w]/gu;

/** The `+`, `/`, `-` and `=` of a random value are at other places in each load: they do not separate words. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(TOKENS)].flatMap(([token]) => (isRandom(token) ? [token] : (token.match(WORDS) ?? [])));
}

function isRandom(token: string): boolean {
  return token.length >= TOKEN_LENGTH && [/\d/u, /[a-z]/u, /[A-Z]/u].every((kind) => kind.test(token));
}

/**
 * Numbers, and strings on one line that cannot be code if what looks like their quote is part of something else: a regular
 * expression or a comment.
 */
const DATA =
  /"(?:[^"'`(){};\\\n]|\\.|(?<=\w)'(?=\w))*"|'(?:[^"'`(){};\\\n]|\\.)*'|`(?:[^"'`(){};\\\n]|\\.)*`|-?\b\d[\w.]*|\b(?:true|false|null)\b/gu;
/** A list or an object that contains nothing but data. */
const LIST = /\[(?:\0(?:,\0)*)?\]|\{(?:\0|[\w$]+):\0(?:,(?:\0|[\w$]+):\0)*\}/gu;
const MOST_LEVELS = 20;

/** The server writes lists of different lengths into a script: products, tests, a cart. */
function withoutData(text: string): string {
  let rest = text.replaceAll('\0', '').replaceAll(DATA, '\0').replaceAll(/\s+/gu, ' ').replaceAll(SPACE, '$1');
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    const before = rest.length;
    rest = rest.replaceAll(LIST, '\0');
    if (rest.length === before) break;
  }
  return rest;
}

const SPACE = / ?([^\w\s]) ?/gu;

function hashOf(text: string): string {
  return createHash('sha384').update(text).digest('base64');
}
