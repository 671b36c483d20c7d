import anyAscii from 'any-ascii';

/** Explicit direction marks and isolates, zero-width characters, soft hyphen, byte order mark, tags. */
const INVISIBLE =
  // oxlint-disable-next-line no-misleading-character-class -- single code points are meant, combining ones among them
  /[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
// oxlint-disable-next-line no-control-regex -- control characters are what it matches
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu;

/** The characters of nearly every text. */
const PLAIN = /^[ -~\n]*$/;

/** Right-to-left scripts that no face here can shape. */
const UNSHAPED = /\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;
/** In evidence, letters that change the direction of the line are written as code points: nothing may look reordered. */
const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}/u;
/** Emoji, with their joiners and modifiers: left out of names, where their descriptions would only confuse. */
const PICTURES = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u20e3](?<![©®™])/gu;

export type Covers = (codePoint: number) => boolean;

/**
 * A name on the cover. Control and direction characters are dropped (a reversed "exe.fdp"
 * misleads readers), emoji are left out, and letters that no font can draw are transliterated.
 */
export function printableName(text: string, covers: Covers): { text: string; transliterated: boolean } {
  const clean = text
    .normalize('NFC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/\p{Surrogate}/gu, '')
    .replaceAll(CONTROL, ' ')
    .replaceAll(PICTURES, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  if ([...clean].every((character) => drawable(character, covers))) return { text: clean, transliterated: false };
  const words = clean.split(' ').map((word) => {
    if ([...word].every((character) => drawable(character, covers))) return word;
    const latin = [...word]
      .map((character) => (drawable(character, covers) ? character : anyAscii(character)))
      .join('');
    return UNSHAPED.test(word) ? capitalized(latin) : latin;
  });
  return { text: words.join(' ').replaceAll(/\s+/gu, ' ').trim() || '(unprintable)', transliterated: true };
}

/** Evidence: nothing is dropped. What cannot be drawn is written as its code point, so it can be recognized and copied. */
export function printableEvidence(text: string, covers: Covers): string {
  if (PLAIN.test(text)) return text;
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\t', '    ')
    .replaceAll(INVISIBLE, escaped)
    .replaceAll(/[^\n]/gu, (character) =>
      drawable(character, covers) && !RIGHT_TO_LEFT.test(character) && !character.match(CONTROL)
        ? character
        : escaped(character),
    );
}

function drawable(character: string, covers: Covers): boolean {
  return covers(character.codePointAt(0) ?? 0) && !UNSHAPED.test(character) && !/\p{Surrogate}/u.test(character);
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`;
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Applies `change` to every string of a JSON value, keys included. */
export function mapStrings<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (Array.isArray(value)) return value.map((entry: unknown) => mapStrings(entry, change)) as T;
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [change(key), mapStrings(entry as unknown, change)]),
    ) as T;
  }
  return value;
}

/** Every string of a JSON value, keys included. */
export function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const entry of value) yield* stringsIn(entry);
  else if (value !== null && typeof value === 'object') {
    for (const [key, entry] of Object.entries(value)) {
      yield key;
      yield* stringsIn(entry);
    }
  }
}
